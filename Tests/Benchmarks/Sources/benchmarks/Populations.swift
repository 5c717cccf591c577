import Foundation

extension Benchmarks {
    /// Ten million lines with up to 20,000 kinds of devices: with the columns that a population must have, and with all of
    /// them, the number of devices not last, and one that is not used.
    func measurePopulations() throws {
        let project = try Project(in: scratch, signet: signet)
        for name in ["fleet", "columns"] where isWanted(name) {
            let path = project.path("\(name).csv")
            try Program("python3", "-c", Self.generation, name, path, String(some(10_000_000))).run()
            try Comparison(
                name: name, aim: 0.05, pairs: some(5),
                measured: Program(
                    signet, "keys", "readiness", "--quiet", "--keys", project.path("keys"), "--population", path),
                reference: Program("python3", "-c", Self.sum, path)
            ).run()
            try project.clear("\(name).csv")
        }
    }

    /// Sums the devices of a population, and no more.
    private static let sum = """
        import csv, sys
        total = 0
        with open(sys.argv[1], newline="") as file:
            lines = csv.reader(file)
            column = next(lines).index("devices")
            for line in lines: total += int(line[column])
        print(total)
        """

    private static let generation = """
        import random, sys
        random.seed(1)
        name, path, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
        languages = ["en", "de", "ar", "th", "fr", "pt-BR", "ja", "zh-Hant"]
        number = random.randint
        kinds = []
        for _ in range(20000):
            app = f"{number(1, 4)}.{number(0, 9)}.{number(0, 9)}"
            if random.random() < 0.5: system = f"ios,{number(12, 18)}.{number(0, 6)}.{number(0, 3)}"
            else: system = f"android,{number(21, 35)}"
            if name == "fleet": kinds.append((f"{system},{app},", ""))
            else: kinds.append((f"{app},{number(1, 9)}00{number(1, 9)},", f",{random.choice(languages)},{system},2026-08-03,4.9.9"))
        with open(path, "w") as file:
            file.write("platform,os,app,devices\\n" if name == "fleet" else "app,build,devices,language,platform,os,day,store\\n")
            for _ in range(count // 1000):
                for _ in range(1000):
                    kind = random.choice(kinds)
                    file.write(f"{kind[0]}{number(1, 900)}{kind[1]}\\n")
        """
}
