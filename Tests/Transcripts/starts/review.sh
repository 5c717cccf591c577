# A reviewer's folder with the tree of a team, one PEM, the PEM of another team and an exported ring, but no key ring.
mkdir team && cd team
. "$STARTS/project.sh"
signet build --quiet
signet keys export --json >../ring.json
signet keys generate other --environment other
mv output/production '../received (2)'
mv keys/production.pub.pem ../team.pem
mv keys/other.pub.pem ../other.pem
cd ..
rm -r team
