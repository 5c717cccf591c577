/// The proleptic Gregorian calendar in UTC, counted in eras of 400 years that begin on a 1st of March.
enum GregorianCalendar {
    /// The days from 1970-01-01 to a date; for a month or day that no calendar has, those to some other date.
    static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = (year / 400, year % 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * daysOfEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - daysBefore1970
    }

    /// The date that many days after 1970-01-01.
    static func date(daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
        let days = daysSince1970 + daysBefore1970
        let (era, day) = (days / daysOfEra, days % daysOfEra)
        let yearOfEra = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100)
        // March is 0.
        let month = (5 * dayOfYear + 2) / 153
        return (
            era * 400 + yearOfEra + (month < 10 ? 0 : 1), (month + 2) % 12 + 1, dayOfYear - (153 * month + 2) / 5 + 1
        )
    }

    /// `22:59:35`
    static func clock(_ secondsOfDay: Int) -> String {
        "\((secondsOfDay / 3_600).padded()):\((secondsOfDay / 60 % 60).padded()):\((secondsOfDay % 60).padded())"
    }

    private static let daysOfEra = 146_097
    /// From 0000-03-01.
    private static let daysBefore1970 = 719_468
}

extension Int {
    /// The number in decimal digits, with zeros before it.
    func padded(to width: Int = 2) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
