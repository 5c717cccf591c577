# Packs the folder argv[3] into argv[2], in the form argv[1].
import os, sys, zipfile
form, target, source = sys.argv[1:]

class Pipe:
    def __init__(self, file): self.file = file
    def write(self, data): return self.file.write(data)
    def flush(self): self.file.flush()

with open(target, "wb") as file:
    method = zipfile.ZIP_STORED if form == "stored" else zipfile.ZIP_DEFLATED
    with zipfile.ZipFile(Pipe(file) if form == "stream" else file, "w", method) as archive:
        for folder, folders, names in os.walk(source):
            if form == "folders" and folder != source: archive.write(folder, os.path.relpath(folder, source))
            for name in names:
                path = os.path.join(folder, name)
                archive.write(path, os.path.relpath(path, source))
