"""Signs the SHA-256 of every file of a folder in AWS KMS, with so many threads: kms-loop.py KEY THREADS FOLDER"""

import hashlib
import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor

import boto3
from botocore.config import Config

key, threads, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
kms = boto3.client("kms", config=Config(max_pool_connections=threads))


def sign(path):
    digest = hashlib.sha256(path.read_bytes()).digest()
    return kms.sign(KeyId=key, Message=digest, MessageType="DIGEST", SigningAlgorithm="ECDSA_SHA_256")["Signature"]


with ThreadPoolExecutor(threads) as pool:
    signatures = list(pool.map(sign, (path for path in pathlib.Path(folder).rglob("*") if path.is_file())))
assert len(set(signatures)) == len(signatures)
