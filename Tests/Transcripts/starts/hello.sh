# The policy of `project`, and a text that is to be signed.
. "$STARTS/project.sh"
mkdir distribution
echo hello >distribution/notes.txt
