# The policy of `project`, and a file whose name, which is in `name`, forges a line, sets the title of a terminal, clears it and
# turns the direction of writing.
. "$STARTS/project.sh"
printf 'x\nok  forged\033]0;pwned\007\302\2332J\342\200\256.txt' >name
printf x >"$(cat name)"
