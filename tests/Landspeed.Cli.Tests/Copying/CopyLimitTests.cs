using System.Text.Json;
using Landspeed.Testing;
using Landspeed.Testing.Faults;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>
/// The copy says what limited it. On a busy machine it rightly says that this is not clear.
/// </summary>
[Trait(Tier.Key, Tier.Idle)]
public sealed class CopyLimitTests : IDisposable
{
    private const int Length = 32 << 20;
    private static readonly TimeSpan s_slow = TimeSpan.FromMilliseconds(120);
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void A_rate_limit_is_named()
    {
        string source = _scratch.CreateFile("a", 8 << 20);
        string limit = Copy(source, _scratch.File("b"), "rate_limit", "--limit", "4M");
        Assert.StartsWith("the rate limit of 4.19 MB/s: it held the copy back for ", limit, StringComparison.Ordinal);
    }

    [Fact]
    public void A_slow_source_device_is_named()
    {
        using var memory = new TestVolume("tmpfs", "128M");
        using var slow = new SlowVolume(volume => Fill(volume.File("a")));
        slow.Delay(FaultOperations.Read, s_slow);

        string limit = Copy(slow.File("a"), memory.File("b"), "source_device");

        Assert.StartsWith("the source device: loop", limit, StringComparison.Ordinal);
    }

    [Fact]
    public void A_slow_target_device_is_named()
    {
        using var memory = new TestVolume("tmpfs", "128M");
        Fill(memory.File("a"));
        using var slow = new SlowVolume(_ => { });
        slow.Delay(FaultOperations.Write, s_slow);

        string limit = Copy(memory.File("a"), slow.File("b"), "target_device");

        Assert.StartsWith("the target device: loop", limit, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(FaultOperations.Read, "source", "reading the source: reads were under way for ")]
    [InlineData(FaultOperations.Write, "target", "writing the target: writes were under way for ")]
    public void A_slow_file_system_without_a_device_is_named(
        FaultOperations operation, string expected, string sentence)
    {
        using var memory = new TestVolume("tmpfs", "128M");
        using var backing = new ScratchDirectory(memory.Path);
        using var mount = new FaultMount(backing.Path, FaultCache.Direct);
        bool isSource = operation == FaultOperations.Read;
        string source = isSource ? backing.File("a") : memory.File("a");
        Fill(source);
        string content = isSource ? "=a" : "=.b.landspeed-part"; // not the journal
        mount.Arm(new FaultRule(operation, FaultAction.Delay(s_slow)) { Always = true, Filter = content });

        string limit = Copy(
            isSource ? System.IO.Path.Combine(mount.Path, "a") : source,
            isSource ? memory.File("b") : System.IO.Path.Combine(mount.Path, "b"),
            expected,
            "--queue-depth",
            "1");

        Assert.StartsWith(sentence, limit, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(FaultOperations.Fsync, 120, "flushes", " flushes of the target: one was under way for ")]
    [InlineData(FaultOperations.Create, 40, "small_files", "110 small files (10.0 kB on average): each takes several ")]
    public void What_every_small_file_waits_for_is_named(
        FaultOperations operation, int milliseconds, string expected, string sentence)
    {
        using var memory = new TestVolume("tmpfs", "128M");
        using var backing = new ScratchDirectory(memory.Path);
        using var mount = new FaultMount(backing.Path);
        Command.Shell($"mkdir '{memory.File("a")}' && cd '{memory.File("a")}' "
            + "&& for i in $(seq 110); do head -c 10000 /dev/zero > $i; done");
        var delay = FaultAction.Delay(TimeSpan.FromMilliseconds(milliseconds));
        mount.Arm(new FaultRule(operation, delay) { Always = true });

        string limit = Copy(memory.File("a"), System.IO.Path.Combine(mount.Path, "b"), expected);

        Assert.Contains(sentence, limit, StringComparison.Ordinal);
    }

    [Fact]
    public void The_program_that_writes_to_a_pipe_is_named()
    {
        _scratch.CreateFile("a", 1 << 20);
        Command run = LandspeedProcess.Shell(
            "(sleep 2; cat \"$1\") | \"$0\" copy - \"$2\" --quiet --json \"$3\"",
            _scratch.File("a"),
            _scratch.File("b"),
            _scratch.File("result.json"));

        Assert.Equal(0, run.ExitCode);
        Assert.StartsWith("standard input: waiting for its data took ", Limit("source"), StringComparison.Ordinal);
    }

    [Fact]
    public void The_summary_has_the_sentence_and_a_dry_run_has_none()
    {
        Directory.CreateDirectory(_scratch.File("a"));
        File.WriteAllBytes(_scratch.File("a/1"), new byte[3 << 20]);
        string[] copy = ["copy", _scratch.File("a"), _scratch.File("b"), "--limit", "4M"];

        Command dry = LandspeedProcess.Run([.. copy, "--dry-run", "--json", _scratch.File("result.json")]);
        Command run = LandspeedProcess.Run(copy);

        Assert.Equal((0, 0), (dry.ExitCode, run.ExitCode));
        Assert.DoesNotContain("  limit ", dry.Output, StringComparison.Ordinal);
        Assert.Equal(JsonValueKind.Null, LimitElement().ValueKind);
        Assert.Contains("  limit       the rate limit of 4.19 MB/s: ", run.Output, StringComparison.Ordinal);
    }

    private static void Fill(string file) => Command.Shell($"head -c {Length} /dev/urandom > '{file}'");

    // The sentence, after the word was checked.
    private string Copy(string source, string target, string expected, params string[] options)
    {
        Command run = LandspeedProcess.Run(
            ["copy", source, target, "--quiet", "--json", _scratch.File("result.json"), .. options]);
        Assert.Equal((0, string.Empty), (run.ExitCode, run.Error));
        return Limit(expected);
    }

    private string Limit(string expected)
    {
        JsonElement limit = LimitElement();
        string reason = limit.GetProperty("reason").GetString()!;
        Assert.True(limit.GetProperty("by").GetString() == expected, $"{expected} was expected; {reason}");
        Assert.InRange(limit.GetProperty("share_pct").GetDouble(), 50, 100);
        return reason;
    }

    private JsonElement LimitElement()
    {
        using JsonDocument result = JsonDocument.Parse(File.ReadAllBytes(_scratch.File("result.json")));
        JsonElement copy = result.RootElement.GetProperty("cells")[0].GetProperty("runs")[0].GetProperty("copy");
        return copy.GetProperty("limit").Clone();
    }
}
