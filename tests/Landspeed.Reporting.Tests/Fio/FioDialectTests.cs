using System.Runtime.CompilerServices;
using System.Text.Json;

namespace Landspeed.Reporting.Tests.Fio;

/// <summary>Compares our dialect with what fio 3.33 printed for a read and a write.</summary>
public class FioDialectTests
{
    [Theory]
    [InlineData("fio-3.33-read.json", "read-device")]
    [InlineData("fio-3.33-write.json", "write-durable")]
    public void Every_key_of_fio_is_there_with_its_type(string captured, string document)
    {
        using JsonDocument theirs = JsonDocument.Parse(File.ReadAllText(Beside(captured)));
        using JsonDocument ours = JsonDocument.Parse(Fio(document));

        List<string> differences = [.. Differences(theirs.RootElement, ours.RootElement, string.Empty)];

        Assert.True(differences.Count == 0, string.Join('\n', differences));
    }

    [Theory]
    [InlineData("read-device", "read", "write")]
    [InlineData("write-cache", "write", "read")]
    public void Only_the_direction_that_ran_has_numbers(string document, string ran, string rested)
    {
        using JsonDocument json = JsonDocument.Parse(Fio(document));
        JsonElement job = json.RootElement.GetProperty("jobs")[0];

        Assert.True(job.GetProperty(ran).GetProperty("total_ios").GetInt64() > 0);
        Assert.All(Numbers(job.GetProperty(rested)), number => Assert.Equal(0, number));
        Assert.All(Numbers(job.GetProperty("trim")), number => Assert.Equal(0, number));
        Assert.False(job.GetProperty(rested).GetProperty("clat_ns").TryGetProperty("percentile", out _));
    }

    [Fact]
    public void Units_are_those_of_fio()
    {
        using JsonDocument json = JsonDocument.Parse(Fio("read-device"));
        JsonElement job = json.RootElement.GetProperty("jobs")[0];
        JsonElement read = job.GetProperty("read");

        Assert.Equal(2_412_144_230, read.GetProperty("bw_bytes").GetInt64());
        Assert.Equal(2_412_144_230 / 1024, read.GetProperty("bw").GetInt64());
        Assert.Equal(5_000, read.GetProperty("runtime").GetInt64());
        Assert.Equal(6, job.GetProperty("elapsed").GetInt64());
        Assert.Equal(100.0 * 115_020_000 / 5e9, job.GetProperty("usr_cpu").GetDouble(), 1e-6);
    }

    [Theory]
    [InlineData("latency_ns", "latency_us", "latency_ms")]
    public void Shares_of_latency_add_up_to_the_whole(params string[] objects)
    {
        using JsonDocument json = JsonDocument.Parse(Fio("mixed-partial"));
        JsonElement job = json.RootElement.GetProperty("jobs")[0];

        Assert.Equal(100, objects.SelectMany(name => Numbers(job.GetProperty(name))).Sum(), 1e-4);
    }

    [Fact]
    public void The_verdict_stands_beside_the_numbers()
    {
        using JsonDocument json = JsonDocument.Parse(Fio("read-hole"));
        JsonElement own = json.RootElement.GetProperty("jobs")[0].GetProperty("landspeed");

        Assert.Equal("hole", own.GetProperty("verdict").GetString());
    }

    [Fact]
    public void Percentiles_of_too_few_samples_are_named()
    {
        using JsonDocument json = JsonDocument.Parse(Fio("write-cache"));
        JsonElement own = json.RootElement.GetProperty("jobs")[0].GetProperty("landspeed");
        IEnumerable<string?> named = own.GetProperty("percentiles_of_too_few_samples").EnumerateArray().Select(p => p.GetString());

        Assert.Equal(["99.900000", "99.950000", "99.990000"], named);
    }

    [Fact]
    public void Each_run_is_a_job()
    {
        using JsonDocument json = JsonDocument.Parse(Fio("repeat-5"));

        Assert.Equal(5, json.RootElement.GetProperty("jobs").GetArrayLength());
        Assert.Equal(1, json.RootElement.GetProperty("disk_util").GetArrayLength());
    }

    private static string Fio(string document) => Samples.Text("fio", Samples.Of(document));

    private static string Beside(string name, [CallerFilePath] string caller = "") =>
        Path.Combine(Path.GetDirectoryName(caller)!, name);

    /// <summary>Null stands for what we do not measure. Which options and disks there are is not the dialect.</summary>
    private static IEnumerable<string> Differences(JsonElement theirs, JsonElement ours, string path)
    {
        if (ours.ValueKind == JsonValueKind.Null || path.EndsWith("job options", StringComparison.Ordinal))
        {
            return [];
        }

        if (theirs.ValueKind != ours.ValueKind || IsFraction(theirs) != IsFraction(ours))
        {
            return [$"{path}: fio has {theirs.ValueKind} {theirs}, we have {ours.ValueKind} {ours}"];
        }

        return theirs.ValueKind switch
        {
            JsonValueKind.Object => theirs.EnumerateObject().SelectMany(member =>
                ours.TryGetProperty(member.Name, out JsonElement mine)
                    ? Differences(member.Value, mine, $"{path}.{member.Name}")
                    : [$"{path}.{member.Name} is missing"]),
            JsonValueKind.Array => Differences(theirs[0], ours[0], $"{path}[0]"),
            _ => [],
        };
    }

    private static bool IsFraction(JsonElement value) =>
        value.ValueKind == JsonValueKind.Number && value.GetRawText().Contains('.', StringComparison.Ordinal);

    private static IEnumerable<double> Numbers(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Number => [value.GetDouble()],
        JsonValueKind.Object => value.EnumerateObject().SelectMany(member => Numbers(member.Value)),
        _ => [],
    };
}
