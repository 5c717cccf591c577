# Starts nginx on a free port; another process may take it first, and then it is another port.
import os, socket, subprocess, sys, time

template = open("nginx.conf").read()
said = ""
for attempt in range(20):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    open("run.conf", "w").write(template.replace("PORT", str(port)))
    command = ["nginx", "-p", os.getcwd(), "-e", "stderr", "-c", os.getcwd() + "/run.conf"]
    nginx = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=2, stderr=open("errors.log", "w"))
    deadline = time.time() + 1200
    while nginx.poll() is None and time.time() < deadline:
        # Written once it listens. A connection would prove less: another server may have the port by now.
        if os.path.exists("nginx.pid"):
            print(port, flush=True)
            sys.stdin.read()
            nginx.kill()
            nginx.wait()
            sys.exit()
        time.sleep(0.02)
    nginx.kill()
    said = open("errors.log").read()
    if "Address already in use" not in said:
        break
print(said.replace("\n", " ") or "it never listened", flush=True)
