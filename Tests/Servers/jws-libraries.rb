# Shows ruby-jwt every .jws of a folder, in one run; what it prints, jws-libraries.py says.
#
#     jws-libraries.rb FOLDER
#
# The code of the article lies in the current folder: open_jws.rb.
require "digest"
require "json"
require "./open_jws"

keys = JSON.parse(File.read("#{ARGV[0]}/keys.jwks"))
Dir["#{ARGV[0]}/*.jws"].sort.each do |name|
  begin
    _, body = open_jws(File.binread(name), keys)
    verdict = "ok #{Digest::SHA256.hexdigest(body)}"
  rescue StandardError => error
    verdict = "refused #{error.class} #{error.message}".gsub(/\s+/, " ")
  end
  puts [File.basename(name), verdict, "-"].join("\t")
end
