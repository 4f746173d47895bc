using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tests;

public class VerificationTableTests
{
    private static readonly VerificationDocument s_clean = new()
    {
        ToolVersion = "0.1.0",
        StartedAt = SampleDocuments.All["read-device"].StartedAt,
        Host = SampleDocuments.All["read-device"].Host,
        Directory = SampleDocuments.All["read-device"].Environment,
        Manifest = "photos.sha256",
        FilesOk = 12_345,
        FilesDifferent = 0,
        FilesMissing = 0,
        FilesUnreadable = 0,
        LinesMalformed = 0,
        Bytes = 61_000_000_000,
        DirectBytes = 60_500_000_000,
        ElapsedNs = 36_000_000_000,
        ThroughputBytesPerS = 61e9 / 36,
        CpuNs = 42_000_000_000,
        CpuNsPerByte = 42.0 / 61,
        Reads = new TruthRecord
        {
            Verdict = Verdict.Device, Reason = "the device moved 99.9 % of the 61000000000 bytes", AppBytes = 61_000_000_000,
            Sources = ["process_io", "block_device"],
        },
        Entries = [],
    };

    private static readonly VerificationDocument s_problems = s_clean with
    {
        Partial = true, FilesOk = 1, FilesDifferent = 2, FilesMissing = 3, FilesUnreadable = 4, LinesMalformed = 1, FilesExtra = 6,
        Entries =
        [
            new VerificationEntryRecord { State = VerificationState.Different, Path = "a", Line = 1, Expected = "00", Found = "01" },
            new VerificationEntryRecord { State = VerificationState.Malformed, Line = 2, Message = "there is no name" },
            new VerificationEntryRecord { State = VerificationState.Extra, Path = "\\xFF", PathBase64 = "/w==" },
        ],
    };

    [Theory]
    [InlineData("en-US")]
    [InlineData("de-DE")]
    public void A_summary_and_a_document_read_as_agreed_in_every_culture(string culture)
    {
        Golden.Check("verify-clean.table", Cultures.In(culture, () => Text(new VerificationTable(ReportStyle.Plain).Write, s_clean)));
        Golden.Check("verify-problems.table", Cultures.In(culture, () => Text(new VerificationTable(ReportStyle.Plain).Write, s_problems)));
        Golden.Check("verify-problems.json", Cultures.In(culture, () => Text(ResultsJson.Write, s_problems)));
    }

    private static string Text(Action<VerificationDocument, TextWriter> write, VerificationDocument document)
    {
        using var target = new StringWriter { NewLine = "\r\n" };
        write(document, target);
        return target.ToString();
    }
}
