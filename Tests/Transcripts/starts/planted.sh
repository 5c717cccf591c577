# What a pull request can plant as `keys/.gitignore`, in files that are named for it.
mkdir planted && cd planted
printf '' >empty
printf '# *.key.pem\n' >comment
printf 'notes.txt' >no-newline-at-the-end
printf 'old/*.key.pem\n' >other-folder
printf '*.key.pem\n!*.pem\n' >exception-after
printf '*.key.pem\r\n!production-2.key.pem\r\n' >exception-after-with-CRLF
printf '*\n!production*' >exception-without-newline
# The sign of Kelvin, which is a K in another script.
printf '*.\342\204\252ey.pem\n' >letter-that-looks-the-same
# These need nothing more.
printf '!*.pem\n*.key.pem\n' >right-exception-before
printf '*\n' >right-everything
printf '*.pem' >right-without-newline
printf '*.key.pem\r\n' >right-with-CRLF
