"""Calls services of AWS, and prints a line for each call: `done`, or the code of its error.

A call is a line of JSON: the environment of who calls, the service, the operation as boto3 names it, and its parameters, which
are JSON in a string.
"""

import json
import os
import sys

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

for line in sys.stdin:
    call = json.loads(line)
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        del os.environ[name]
    os.environ.update(call["environment"])
    # Credentials are looked for once in a session.
    client = boto3.session.Session().client(call["service"], config=Config(retries={"total_max_attempts": 1}))
    try:
        getattr(client, call["operation"])(**json.loads(call["parameters"]))
        print("done")
    except ClientError as error:
        print(error.response["Error"]["Code"])
