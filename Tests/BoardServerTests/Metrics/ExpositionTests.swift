import Testing

@testable import BoardServer

@Suite("The text that Prometheus reads")
struct ExpositionTests {
    @Test("A family's head, and a line for each sample")
    func family() {
        var out = Exposition()
        out.family("keijiban_x_total", .counter, "Counts x.")
        out.sample(3)
        out.sample(UInt64.max, ["kind": "a", "code": "7"])
        #expect(
            out.text == """
                # HELP keijiban_x_total Counts x.
                # TYPE keijiban_x_total counter
                keijiban_x_total 3
                keijiban_x_total{kind="a",code="7"} 18446744073709551615

                """)
    }

    @Test("A histogram's ranges each hold those before them, and the last one all")
    func histogram() {
        var histogram = Histogram(bounds: [1, 2.5])
        for value in [0.5, 1, 2, 9] { histogram.add(value) }
        var out = Exposition()
        out.family("keijiban_x_seconds", .histogram, "x")
        out.sample(histogram, ["method": "ping"])
        #expect(
            out.text.split(separator: "\n").dropFirst(2) == [
                #"keijiban_x_seconds_bucket{method="ping",le="1.0"} 2"#,
                #"keijiban_x_seconds_bucket{method="ping",le="2.5"} 3"#,
                #"keijiban_x_seconds_bucket{method="ping",le="+Inf"} 4"#,
                #"keijiban_x_seconds_sum{method="ping"} 12.5"#,
                #"keijiban_x_seconds_count{method="ping"} 4"#,
            ])
    }

    @Test("No value of a label makes up a line or a label")
    func escaping() {
        var out = Exposition()
        out.family("x", .gauge, "a\nb \\ \"c\"")
        out.sample(1, ["label": "a\"} 1\nevil 2\\"])
        #expect(
            out.text == """
                # HELP x a\\nb \\\\ "c"
                # TYPE x gauge
                x{label="a\\"} 1\\nevil 2\\\\"} 1

                """)
    }
}
