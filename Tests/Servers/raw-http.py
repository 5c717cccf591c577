import base64, json, os, socket, sys, threading, time

lock = threading.Lock()
log = open("requests.log", "a", buffering=1)

def serve(connection):
    try:
        request = b""
        while b"\r\n\r\n" not in request:
            part = connection.recv(65536)
            if not part:
                return
            request += part
        with lock:
            log.write(request.decode("latin-1") + "\x1e")
            log.flush()
        path = request.split(b" ")[1].decode("latin-1").split("?")[0]
        try:
            plan = json.load(open("plan" + path.replace("/", "_") + ".json"))
        except FileNotFoundError:
            connection.sendall(b"HTTP/1.1 404 X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            return
        answer = base64.b64decode(plan["bytes"])
        end = answer.find(b"\r\n\r\n") + 4
        if plan["pause"]:
            connection.sendall(answer[:end])
            for byte in answer[end:]:
                time.sleep(plan["pause"])
                connection.sendall(bytes([byte]))
        else:
            connection.sendall(answer)
        while plan["endless"]:
            # Loopback is faster than any network, and than a program under a sanitizer reads.
            time.sleep(0.005)
            connection.sendall(answer[end:])
        if plan["open"]:
            time.sleep(6000)
        connection.shutdown(socket.SHUT_WR)
        connection.recv(1)
    except OSError:
        pass
    finally:
        connection.close()

server = socket.create_server(("127.0.0.1", 0), backlog=64)
print(server.getsockname()[1], flush=True)
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
while True:
    connection, _ = server.accept()
    threading.Thread(target=serve, args=(connection,), daemon=True).start()
