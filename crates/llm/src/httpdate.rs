//! HTTP dates (RFC 9110, section 5.6.7), the one form that is still written: `Sun, 06 Nov 1994 08:49:37 GMT`.

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Seconds since 1970-01-01 UTC.
pub(crate) fn seconds(text: &str) -> Option<u64> {
    let mut parts = text.trim().split_once(", ")?.1.split(' ');
    let day: u64 = parts.next()?.parse().ok()?;
    let name = parts.next()?;
    let month = MONTHS.iter().position(|month| *month == name)? as u64 + 1;
    let year: u64 = parts.next()?.parse().ok()?;
    let mut clock = parts.next()?.split(':').map(|n| n.parse::<u64>().ok());
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
    if parts.next()? != "GMT" || !(1970..=9999).contains(&year) || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    Some(days(year, month, day)? * 86_400 + hour * 3600 + minute * 60 + second)
}

/// Days since 1970-01-01 in the Gregorian calendar, counted from a year that begins in March.
fn days(year: u64, month: u64, day: u64) -> Option<u64> {
    let (year, month) = if month <= 2 { (year - 1, month + 9) } else { (year, month - 3) };
    let leaps = year / 4 - year / 100 + year / 400;
    (year * 365 + leaps + (month * 153 + 2) / 5 + day).checked_sub(1 + 719_468)
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn dates_as_date_prints_them() {
        // Right values from `date -u -d ... +%s`.
        assert_eq!(seconds("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777));
        assert_eq!(seconds("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(seconds("Tue, 29 Feb 2028 23:59:59 GMT"), Some(1_835_481_599));
        assert_eq!(seconds("Mon, 30 Nov 2026 21:14:00 GMT"), Some(1_796_073_240));
        assert_eq!(seconds("Sunday, 06-Nov-94 08:49:37 GMT"), None);
        assert_eq!(seconds("soon"), None);
    }
}
