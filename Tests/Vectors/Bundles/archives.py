"""Writes archives that a store must refuse, and odd ones that it must accept, into a folder.

    python3 archives.py FOLDER

`vectors.tsv` there has a line for each archive: its file, `refused` (when it is opened), `broken` (while it is
unpacked) or `accepted`, its name, and what is said of it. The files of an accepted one are in hexadecimal in a .txt
beside it, a name and a content a line.

They are those of Tests/WebBundlesTests/Archive, in which everything of an archive can be wrong, built by struct alone:
zipfile writes none of them.
"""

import copy
import os
import struct
import sys
import zipfile
import zlib

CONTENT = b"content"


def block(content):
    """A raw deflate stream of one stored block (RFC 1951, section 3.2.4)."""
    count = len(content)
    return struct.pack("<BHH", 1, count, count ^ 0xFFFF) + content


def extra(identifier, content):
    return struct.pack("<HH", identifier, len(content)) + bytes(content)


def unicode_path(name, of, version=1):
    return extra(0x7075, struct.pack("<BI", version, zlib.crc32(of.encode())) + name.encode())


class Header:
    def __init__(self, name, content):
        self.version, self.flags, self.method = 20, 0, 0
        self.crc, self.packed, self.size = zlib.crc32(content), len(content), len(content)
        self.name, self.extra, self.extra_bytes = name, b"", None

    def bytes(self):
        count = len(self.extra) if self.extra_bytes is None else self.extra_bytes
        return struct.pack(
            "<HHHHHIIIHH", self.version, self.flags, self.method, 0x6000, 0x5A21, self.crc, self.packed & 0xFFFFFFFF,
            self.size & 0xFFFFFFFF, len(self.name), count)


class Entry:
    """An entry whose directory record is `directory` and whose own header is `header`."""

    def __init__(self, name, content="content"):
        name = name.encode() if isinstance(name, str) else name
        content = content.encode() if isinstance(content, str) else content
        if name.endswith(b"/") and content == CONTENT:
            content = b""
        self.directory, self.header = Header(name, content), Header(name, content)
        self.payload, self.descriptor = content, b""
        self.signature, self.directory_signature = 0x04034B50, 0x02014B50
        self.system, self.disk, self.attributes = 3, 0, 0o100644 << 16
        if name.endswith(b"/"):
            self.attributes = 0o040755 << 16 | 0x10
        self.comment, self.offset = b"", None

    def set(self, **values):
        changed = copy.deepcopy(self)
        for key, value in values.items():
            part, _, member = key.partition("__")
            if member:
                setattr(getattr(changed, part), member, value)
            else:
                setattr(changed, key, value)
        return changed

    def both(self, **values):
        changed = copy.deepcopy(self)
        for header in (changed.directory, changed.header):
            for key, value in values.items():
                setattr(header, key, value)
        return changed

    def deflated(self, stream=None):
        stream = block(self.payload) if stream is None else stream
        return self.both(method=8, packed=len(stream)).set(payload=stream)

    def streamed(self, signature=True):
        numbers = struct.pack("<III", self.directory.crc, self.directory.packed, self.directory.size)
        entry = self.both(flags=self.directory.flags | 8)
        return entry.set(
            header__crc=0, header__packed=0, header__size=0, descriptor=(b"PK\7\10" if signature else b"") + numbers)

    def local(self):
        return (struct.pack("<I", self.signature) + self.header.bytes() + self.header.name + self.header.extra
                + self.payload + self.descriptor)

    def record(self, offset):
        return (struct.pack("<IH", self.directory_signature, self.system << 8 | 20) + self.directory.bytes()
                + struct.pack("<HHHII", len(self.comment), self.disk, 0, self.attributes, offset)
                + self.directory.name + self.directory.extra + self.comment)


def archive(*entries, prefix=b"", before_end=b"", comment=b"", trailing=b"", backwards=False, disk=0, directory_disk=0,
            on_disk=None, count=None, directory_bytes=None, directory_offset=None, comment_bytes=None):
    body, records = prefix, []
    for entry in entries:
        records.append(entry.record(len(body) if entry.offset is None else entry.offset))
        body += entry.local()
    directory = b"".join(reversed(records) if backwards else records)

    def given(value, otherwise):
        return otherwise if value is None else value

    count_said = given(count, len(entries))
    return (body + directory + before_end
            + struct.pack("<IHHHHIIH", 0x06054B50, disk, directory_disk, given(on_disk, count_said), count_said,
                          given(directory_bytes, len(directory)), given(directory_offset, len(body)),
                          given(comment_bytes, len(comment)))
            + comment + trailing)


INDEX, APP, A = Entry("index.html"), Entry("app.js", "1"), Entry("a")
VECTORS = []


def add(kind, name, said, data):
    VECTORS.append((kind, name, said, data if isinstance(data, bytes) else archive(INDEX, data)))


def refused(name, said, data):
    add("refused", name, said, data)


def named(name, entry, said):
    refused(name, f'"{entry}": {said}', Entry(entry))


def wholes():
    after, misplaced = "has a comment or other bytes after its end", "its directory does not end where its end record begins"
    broken, split = "its directory does not hold what its end record says", "is one part of a split archive"
    zip64, before = "is in the ZIP64 format", "has other bytes before its first entry"
    many = "holds more than 20000 files and folders"
    two = (INDEX, APP)
    refused("no entry", "holds no file", archive())
    refused("a comment", after, archive(*two, comment=b"hello"))
    refused("bytes after the end", after, archive(*two, trailing=b"\0"))
    refused("a second archive after the end", misplaced, archive(*two, trailing=archive(Entry("other"))))
    refused("an end record in a comment", misplaced, archive(*two, comment=archive()))
    refused("a comment that is not there", "is not a ZIP archive, or its end is missing", archive(*two, comment_bytes=1))
    refused("a program before the archive", before, archive(*two, prefix=b"#!/bin/sh\n"))
    plain = archive(*two)
    refused("a program before an archive that does not know of it", misplaced,
            archive(INDEX.set(offset=0), APP.set(offset=47), prefix=b"#!/bin/sh\n",
                    directory_offset=len(plain) - 22 - 2 * 46 - 16))
    refused("another disk", split, archive(*two, disk=1))
    refused("a directory on another disk", split, archive(*two, directory_disk=1))
    refused("fewer entries on this disk", split, archive(*two, on_disk=1))
    refused("a ZIP64 entry count", zip64, archive(*two, count=0xFFFF))
    refused("a ZIP64 entry count of the disk", zip64, archive(*two, on_disk=0xFFFF))
    refused("a ZIP64 directory size", zip64, archive(*two, directory_bytes=0xFFFFFFFF))
    refused("a ZIP64 directory offset", zip64, archive(*two, directory_offset=0xFFFFFFFF))
    refused("a ZIP64 locator", zip64, archive(*two, before_end=b"PK\6\7" + bytes(16)))
    refused("a count too high", broken, archive(*two, count=3))
    refused("a count too low", broken, archive(*two, count=1))
    refused("a count of none", "holds no file", archive(*two, count=0))
    refused("a count above the limit", many, archive(*two, count=20_001))
    refused("more folders than the limit, which stand in names only", many,
            archive(*(Entry("/".join(f"{file}-{i}" for i in range(31)) + "/file", "") for file in range(700))))
    refused("a directory elsewhere", misplaced, archive(*two, directory_offset=0))
    refused("a directory beyond the end", misplaced, archive(*two, directory_offset=0x7FFFFFFF))
    refused("bytes between directory and end", misplaced, archive(*two, before_end=b"\0"))
    refused("bytes of the directory that are no record", broken,
            archive(*two, before_end=b"\0", directory_bytes=2 * 46 + 16 + 1))
    refused("a record that runs over the end of the directory", broken, archive(INDEX, APP.set(directory__extra_bytes=1)))
    refused("a record without its signature", broken, archive(INDEX, APP.set(directory_signature=0)))
    refused("a directory above the limit", "has a directory of more than 16777216 bytes",
            archive(*(Entry(f"{i}").set(directory__extra=extra(7, bytes(60_000))) for i in range(300))))
    refused("bytes before the first entry", before, archive(INDEX.set(offset=1), APP, prefix=b"\0"))
    refused("more than 2 GB in all", "unpacks to more than 2147483648 bytes",
            archive(*(Entry(f"{i}").deflated(bytes(2_700_000)).both(size=512 << 20) for i in range(5))))


def names():
    dots, control = 'the name has a part "." or ".."', "the name has a control character"
    for name, entry in [
        ("a way out", "../evil"), ("a way out further in", "a/../../evil"), ("a way out at the end", "a/.."),
        ("a way out as a folder", "../"), ("the folder itself", "./"), ("a dot", "./a"),
    ]:
        named(name, entry, dots)
    for name, entry in [("an absolute name", "/tmp/evil"), ("only a slash", "/"), ("a share", "//host/share/evil")]:
        named(name, entry, "the name is absolute")
    named("an empty part", "a//b", "the name has an empty part")
    named("two slashes at the end", "a//", "the name has an empty part")
    named("an empty name", "", "an entry has no name")
    named("a backslash", "..\\evil", "the name has a backslash")
    named("a drive", "C:/evil", "the name has a colon")
    named("another stream", "a.txt:evil", "the name has a colon")
    for name, entry, shown in [
        ("a NUL", "a\0.html", "a\uFFFD.html"), ("a line feed", "a\nb", "a\uFFFDb"), ("a delete", "a\x7f", "a\uFFFD"),
        ("a C1 control", "a\x9bm", "a\uFFFDm"), ("a line separator", "a\u2028", "a\uFFFD"),
        ("a turn of direction", "gpj.\u202Esj", "gpj.\uFFFDsj"),
    ]:
        refused(name, f'"{shown}": {control}', Entry(entry))
    for name, entry, shown in [
        ("bytes that are no UTF-8", b"a\xff", "a\uFFFD"), ("a slash in overlong UTF-8", b"..\xc0\xafa", "..\uFFFD\uFFFDa"),
        ("a surrogate", b"\xed\xa0\x80", "\uFFFD\uFFFD\uFFFD"),
    ]:
        refused(name, f'"{shown}": the name is not UTF-8', Entry(entry, b""))
    named("a part too long", "a" * 256, "a part of the name has more than 255 bytes")
    named("a part too long by its bytes", "ä" * 128, "a part of the name has more than 255 bytes")
    long = "/".join(f"{i}" * 150 for i in range(4))
    refused("a name too long", f'"{long[:512]}": the name has more than 512 bytes', Entry(long))
    named("a name too deep", "/".join("a" * 33), "the name has more than 32 parts")

    def pair(name, first, second, said):
        refused(name, f'"{second}": {said}', archive(Entry(first), Entry(second)))

    pair("a name twice", "a", "a", "the name appears twice")
    pair("a folder twice", "a/", "a/", "the name appears twice")
    pair("a file below a file", "a", "a/b", 'lies below "a", which is a file')
    pair("a folder that is a file", "a", "a/", 'lies below "a", which is a file')
    pair("a file that is a folder", "a/", "a", "is a file, and other entries need it as a folder")
    pair("a file that other files lie in", "a/b", "a", "is a file, and other entries need it as a folder")
    for name, first, second, other in [
        ("another case", "Index.html", "index.html", None), ("another case of a folder", "Assets/a", "assets/b", "Assets"),
        ("another case of a folder that is a file", "Assets", "assets/b", None),
        ("another case of a folder deep down", "a/B/c", "a/b/d", "a/B"), ("another case beyond ASCII", "ÄÖ", "äö", None),
        ("two letters for one in upper case", "STRASSE", "straße", None), ("a ligature", "ﬁ", "fi", None),
        ("the Kelvin sign", "k", "\u212A", None), ("a final sigma", "ΟΔΟΣ", "οδος", None),
        ("a decomposed letter", "caf\u00E9", "cafe\u0301", None),
        ("a decomposed letter of another case", "CAF\u00C9", "cafe\u0301", None),
        ("marks in another order", "a\u0323\u0302", "a\u0302\u0323", None),
        ("an invisible character", "a.js", "a\u200B.js", None),
    ]:
        pair(name, first, second, f'the name differs from "{other or first}" only by case or Unicode form')
    refused("a name of an unknown code page", '"ä": the name is not ASCII and not marked as UTF-8',
            Entry("ä").set(system=0))
    second = '"a": an extra field gives the entry another name'
    refused("a second name", second, A.both(extra=unicode_path("../evil", "a")))
    refused("a second name in the entry's own header", second, A.set(header__extra=unicode_path("b", "a")))
    refused("a second name with another checksum", second, A.both(extra=unicode_path("a", "b")))
    refused("a second name of an unknown version", second, A.both(extra=unicode_path("a", "a", 2)))
    refused("a second name after a good one", second, A.both(extra=unicode_path("a", "a") + unicode_path("b", "a")))


def kinds():
    def kind(name, mode, what, entry=A, **more):
        refused(name, f'"{entry.directory.name.decode()}": {what}', entry.set(attributes=mode, **more))

    link = 0o120777 << 16
    kind("a symbolic link", link, "is a symbolic link")
    kind("a block device", 0o060644 << 16, "is a device")
    kind("a character device", 0o020644 << 16, "is a device")
    kind("a named pipe", 0o010644 << 16, "is a named pipe")
    kind("a socket", 0o140644 << 16, "is a socket")
    kind("an unknown kind", 0o150644 << 16, "is neither a file nor a folder")
    kind("a symbolic link by a name of a folder", link, "is a symbolic link", Entry("a/"))
    kind("a symbolic link from MS-DOS", link, "is a symbolic link", system=0)
    kind("a symbolic link from macOS", link, "is a symbolic link", system=19)
    refused("a link and a file behind it", '"link": is a symbolic link',
            archive(Entry("link", "/tmp").set(attributes=link), Entry("link/evil")))
    kind("setuid", 0o104755 << 16, "has the setuid, setgid or sticky bit")
    kind("setgid without a kind", 0o002755 << 16, "has the setuid, setgid or sticky bit")
    contradiction = "its attributes contradict its name, which ends with a slash for folders only"
    kind("a folder without a slash", 0o040755 << 16, contradiction)
    kind("a folder of MS-DOS without a slash", 0x10, contradiction)
    kind("a file with a slash", 0o100644 << 16, contradiction, Entry("a/"))
    kind("a label of a volume", 0x08, contradiction)
    kind("a folder with content", 0x10, "is a folder with content", Entry(b"a/", b"\1"))


def entries():
    def entry(name, said, changed):
        refused(name, f'"a": {said}', changed)

    for name, flags, said in [
        ("encryption", 1, "is encrypted"), ("strong encryption", 1 << 6 | 1, "is encrypted"),
        ("a masked header", 1 << 13, "is encrypted"), ("enhanced deflate", 1 << 4, "has unknown flags 0x10"),
        ("patched data", 1 << 5, "has unknown flags 0x20"), ("a reserved flag", 1 << 15, "has unknown flags 0x8000"),
    ]:
        entry(name, said, A.both(flags=flags))
    entry("AES", "is encrypted", A.both(method=99, extra=extra(0x9901, [2, 0, 0x41, 0x45, 3, 8, 0])))
    entry("Deflate64", "is packed by method 9, neither stored (0) nor deflated (8)", A.both(method=9))
    entry("Zstandard", "is packed by method 93, neither stored (0) nor deflated (8)", A.both(method=93))
    entry("version 2.1", "needs version 2.1 of the ZIP format", A.both(version=21))
    entry("version 2.1 for another system", "needs version 2.1 of the ZIP format", A.both(version=3 << 8 | 21))
    entry("version 4.6", "needs version 4.6 of the ZIP format", A.both(version=46))
    zip64, fields = "is in the ZIP64 format", "its extra fields are broken"
    entry("a ZIP64 field", zip64, A.both(extra=extra(1, [])))
    entry("a ZIP64 field after others", zip64, A.both(extra=extra(0x5455, [0]) + extra(1, [0])))
    entry("a ZIP64 field in the entry's own header", zip64, A.set(header__extra=extra(1, [])))
    entry("a ZIP64 size", zip64, A.both(size=0xFFFFFFFF))
    entry("a ZIP64 packed size", zip64, A.both(packed=0xFFFFFFFF))
    entry("a ZIP64 offset", zip64, A.set(offset=0xFFFFFFFF))
    entry("a ZIP64 disk", zip64, A.set(disk=0xFFFF))
    entry("another disk of an entry", "is on another part of a split archive", A.set(disk=1))
    entry("half an extra field", fields, A.both(extra=b"\x55"))
    entry("an extra field too long", fields, A.both(extra=b"\x55\x54\5\0\1"))
    entry("a file too large", "unpacks to more than 536870912 bytes", A.deflated().both(size=512 << 20 | 1))
    entry("a bomb by its ratio", "unpacks to more than 200 times its size",
          A.deflated().both(size=(1 << 20) + 200 * 12 + 1))
    entry("two sizes", "is stored, but has two different sizes", A.both(size=6))

    def differs(name, field, changed):
        entry(name, f"the directory and the entry's own header differ in {field}", changed)

    differs("another name", "the name", A.set(header__name=b"b"))
    differs("a longer name", "the name", A.set(header__name=b"ab"))
    differs("another flag", "the flags", A.set(header__flags=2))
    differs("the sizes after the content for one only", "the flags", A.set(header__flags=8))
    differs("another method", "the method", A.set(header__method=8))
    differs("another checksum in the header", "the checksum", A.set(header__crc=A.header.crc ^ 1))
    differs("no checksum", "the checksum", A.set(header__crc=0))
    differs("another size", "the sizes", A.set(header__size=6))
    differs("another packed size", "the sizes", A.set(header__packed=6))
    differs("another checksum before the descriptor", "the checksum", A.streamed().set(header__crc=1))
    after, sizes = A.streamed().descriptor, "the sizes after the entry are missing or differ from the directory"
    for name, changed in [
        ("no descriptor", b""), ("half a descriptor", after[:-1]), ("a longer descriptor", after + b"\0"),
        ("a descriptor and much more", after + bytes(100)),
        ("another checksum in the descriptor", after[:4] + bytes([after[4] ^ 1]) + after[5:]),
        ("another size in the descriptor", after[:15] + bytes([after[15] ^ 1])),
    ]:
        entry(name, sizes, A.streamed().set(descriptor=changed))


def places():
    gap = '"a": is followed by bytes that belong to no entry'
    refused("no header", '"a": has no header where the directory says', A.set(signature=0x02014B50))
    refused("a header elsewhere", '"index.html": overlaps "a"', A.set(offset=1))
    refused("a header beyond the directory", '"index.html": is followed by bytes that belong to no entry',
            A.set(offset=10_000))
    refused("two entries with one content", '"a": overlaps "b"', archive(A, Entry("b").set(offset=0)))
    refused("an entry in another one", '"outer": overlaps "inner"',
            archive(Entry("outer", Entry("inner").local()), Entry("inner").set(offset=35, signature=0)))
    refused("a content that reaches into the next entry", '"a": overlaps "b"',
            archive(A.both(size=8, packed=8), Entry("b")))
    refused("a content that reaches into the directory", '"a": reaches into the directory',
            archive(A.both(size=8, packed=8)))
    refused("extra fields that reach into the directory", '"a": reaches into the directory',
            archive(Entry("a", "").set(header__extra_bytes=1)))
    refused("extra fields that reach into the next entry", '"a": overlaps "b"',
            archive(Entry("a", "").set(header__extra_bytes=0xFFFF), Entry("b")))
    refused("bytes between two entries", gap, archive(A.set(payload=CONTENT + b"\0"), Entry("b")))
    refused("bytes before the directory", gap, archive(A.set(payload=CONTENT + b"\0")))
    refused("an entry that the directory does not name", gap,
            archive(A.set(payload=CONTENT + Entry("hidden").local()), Entry("b")))


def contents():
    def broken(name, said, entry, of="a"):
        add("broken", name, f'"{of}": {said}', entry)

    checksum, longer = "its content has a different checksum", "its content is longer than the directory says"
    early, after, no = "its content ends too early", "has bytes after the end of its content", "its content is not a deflate stream"
    broken("another checksum", checksum, A.both(crc=A.header.crc ^ 1))
    broken("another content", checksum, A.set(payload=b"bontent"))
    broken("another checksum when deflated", checksum, A.deflated().both(crc=A.header.crc ^ 1))
    bomb = A.deflated(block(b"content and more"))
    broken("more than declared", longer, bomb)
    broken("more than declared, with a fitting checksum", longer, bomb.both(crc=zlib.crc32(CONTENT)))
    broken("content where there is none", longer, A.deflated().both(size=0, crc=0))
    broken("a folder with deflated content", longer, Entry("a/").deflated(block(CONTENT)), "a/")
    broken("less than declared", early, A.deflated(block(b"cont")))
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    zeros = packer.compress(bytes(4 << 20)) + packer.flush()
    broken("4 MB for none", longer, A.deflated(zeros).both(size=0))
    broken("4 MB for 70,000 bytes", longer, A.deflated(zeros).both(size=70_000))
    for name, stream, said in [
        ("no deflate stream", b"\xff" + CONTENT, no), ("a block of a reserved kind", b"\7", no),
        ("a block with two lengths", b"\1\7\0\0\0" + CONTENT, no), ("a distance before the beginning", b"\3\2\0", no),
        ("no byte", b"", early), ("half a stream", block(CONTENT)[:-1], early),
        ("no last block", b"\0" + block(CONTENT)[1:], early), ("a byte behind the stream", block(CONTENT) + b"\0", after),
        ("a second stream", block(CONTENT) + block(b""), after),
        ("much behind the stream", block(CONTENT) + bytes(200_000), after),
        ("a zlib stream", b"\x78\x9c" + block(CONTENT), no),
    ]:
        broken(name, said, A.deflated(stream))


def accepted(name, data, files=None):
    VECTORS.append(("accepted", name, files or {"a": CONTENT}, data if isinstance(data, bytes) else archive(data)))


def oddities():
    accepted("a deflated content", A.deflated())
    accepted("deflate in many blocks", A.deflated(b"\0\3\0\xfc\xff" + CONTENT[:3] + block(CONTENT[3:])))
    accepted("sizes after the content", A.deflated().streamed())
    accepted("sizes after the content without a signature", A.deflated().streamed(False))
    accepted("sizes after a stored content", A.streamed())
    both = A.streamed()
    both.header = copy.deepcopy(A.header)
    both.header.flags = 8
    accepted("sizes before and behind the content", both)
    accepted("flags of deflate's level", A.deflated().both(flags=6))
    accepted("times and owners", A.set(
        header__extra=extra(0x5455, [3, 0, 0, 0, 0, 1, 1, 1, 1]) + extra(0x7875, [1, 4, 0, 0, 0, 0, 4, 0, 0, 0, 0]),
        directory__extra=extra(0x5455, [3, 0, 0, 0, 0])))
    accepted("an empty extra field that nobody knows", A.both(extra=extra(0xCAFE, [])))
    accepted("the name once more", A.both(extra=unicode_path("a", "a")))
    accepted("the UTF-8 flag of an ASCII name", A.both(flags=1 << 11))
    accepted("no attributes", A.set(attributes=0, system=0))
    accepted("an executable file", A.set(attributes=0o100755 << 16))
    accepted("a comment of an entry", A.set(comment=b"hello"))
    accepted("another version in the entry's own header", A.set(header__version=10))
    accepted("a version with the number of a system above it", A.both(version=3 << 8 | 20))
    accepted("a name in UTF-8 that is marked", Entry("ä").set(system=0).both(flags=1 << 11), {"ä": CONTENT})
    accepted("a name in UTF-8 that is repeated", Entry("ä").set(system=0).both(extra=unicode_path("ä", "ä")),
             {"ä": CONTENT})
    accepted("a name in UTF-8 from UNIX", Entry("ä"), {"ä": CONTENT})
    accepted("a folder that nothing lies in", archive(A, Entry("b/")))
    accepted("a folder after its files", archive(Entry("b/c/d"), Entry("b/c/"), Entry("b/")), {"b/c/d": CONTENT})
    accepted("a folder that is deflated", archive(Entry("a/").deflated(b"\3\0"), Entry("b")), {"b": CONTENT})
    accepted("a directory in another order", archive(A, Entry("b", "other"), Entry("c/d"), backwards=True),
             {"a": CONTENT, "b": b"other", "c/d": CONTENT})
    inner = archive(A)
    accepted("a whole archive as a stored content", Entry("inner.zip", inner), {"inner.zip": inner})
    accepted("names that Windows reserves", archive(Entry("CON"), Entry("aux.txt"), Entry("dot.")),
             {"CON": CONTENT, "aux.txt": CONTENT, "dot.": CONTENT})
    wide, deep = "a" * 255, "/".join("b" * 32)
    accepted("names of the greatest length and depth", archive(Entry(wide), Entry(deep)),
             {wide: CONTENT, deep: CONTENT})
    files = {"index.html": b"<!doctype html>", "assets/app.js": b"export const answer = 42;\n" * 2_000, "empty": b""}
    with zipfile.ZipFile("whole.tmp", "w", zipfile.ZIP_DEFLATED) as written:
        for name, content in files.items():
            written.writestr(name, content)
    with open("whole.tmp", "rb") as file:
        accepted("what Python packs", file.read(), files)
    os.remove("whole.tmp")


def main(folder):
    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)
    for work in (wholes, names, kinds, entries, places, contents, oddities):
        work()
    with open("vectors.tsv", "w", encoding="utf-8") as table:
        for number, (kind, name, said, data) in enumerate(VECTORS):
            with open(f"{number}.zip", "wb") as file:
                file.write(data)
            if kind == "accepted":
                with open(f"{number}.txt", "w", encoding="ascii") as file:
                    file.writelines(f"{n.encode().hex()} {c.hex()}\n" for n, c in said.items())
                said = ""
            table.write("\t".join([f"{number}.zip", kind, name, said]) + "\n")
    print(f"{sum(v[0] != 'accepted' for v in VECTORS)} to be refused, {sum(v[0] == 'accepted' for v in VECTORS)} odd ones")


main(sys.argv[1])
