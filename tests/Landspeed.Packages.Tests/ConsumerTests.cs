using Landspeed.Testing;

namespace Landspeed.Packages.Tests;

[Trait(Tier.Key, Tier.Packages)]
public sealed class ConsumerTests(Packing packing) : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    private string Out => _scratch.File("out");

    [Theory]
    [InlineData("<PublishAot>true</PublishAot>", "root")]
    [InlineData(
        "<PublishTrimmed>true</PublishTrimmed><TrimMode>full</TrimMode><PublishSingleFile>true</PublishSingleFile>"
            + "<SelfContained>true</SelfContained>",
        "nobody")]
    public async Task The_samples_run_without_a_warning_as_one_file_that_needs_no_runtime(string form, string user)
    {
        Consumer.Write(
            _scratch.Path,
            await packing.First,
            form + "<InvariantGlobalization>true</InvariantGlobalization><DebugType>none</DebugType>"
                + "<RuntimeIdentifier>$(NETCoreSdkPortableRuntimeIdentifier)</RuntimeIdentifier>");
        foreach (string source in Directory.GetFiles(Path.Combine(Packing.Root(), "samples", "StreamSamples"), "*.cs"))
        {
            File.Copy(source, _scratch.File(Path.GetFileName(source)));
        }

        Sdk.Run(_scratch.Path, "publish", "-c", "Release", "-o", Out);
        File.Delete(Path.Combine(Out, "Consumer.dbg"));
        string program = Assert.Single(Directory.GetFiles(Out));

        string[] asUser = user == "root" ? [] : ["setpriv", "--reuid", user, "--regid", "nogroup", "--clear-groups"];
        string[] samples = [.. Run(program).Split('\n')
            .Where(line => line.StartsWith("  ", StringComparison.Ordinal)).Select(line => line.Trim().Split(' ')[0])];
        Assert.True(samples.Length >= 16);
        foreach (string sample in samples)
        {
            string[] command = [.. asUser, program, sample];
            Assert.NotEmpty(Run(command[0], command[1..]));
        }

        // Eight times the memory that it may have.
        Command.Shell($"truncate -s 1G '{_scratch.File("large")}'");
        string[] limited = ["--data=134217728", program, "checksum", _scratch.File("large")];
        Assert.StartsWith("49bc20df15e412a64472421e13fe86ff1c5165e18b2afccf160d4dc19fe68a14 ", Run("prlimit", limited));
    }

    [Fact]
    public async Task A_program_in_FSharp_reads_writes_and_copies()
    {
        Consumer.Write(
            _scratch.Path, await packing.First, items: """<Compile Include="Program.fs" />""", extension: ".fsproj");
        File.WriteAllText(_scratch.File("Program.fs"), """
            open System
            open System.IO
            open Landspeed
            open Landspeed.Copying

            let sum (path: string) =
                let mutable bytes = 0L
                for block in SequentialFile.ReadBlocks path do
                    bytes <- bytes + int64 block.Length
                bytes

            let work = task {
                use target = SequentialFile.Create("lines.txt", SequentialFileOptions(PreallocationSize = 1000L))
                for number in 1 .. 1000 do
                    do! target.WriteAsync(ReadOnlyMemory(Text.Encoding.UTF8.GetBytes $"{number}\n"))
                do! target.FlushToDiskAsync()
                target.Dispose()
                let! copied = FileCopier.CopyAsync("lines.txt", "copy.txt", CopyOptions(Verify = true))
                let total = Lines.EnumerateStrings "copy.txt" |> Seq.sumBy int
                use file = DirectFile.OpenRead "copy.txt"
                let buffer = Array.zeroCreate<byte> 4
                let! count = file.ReadAsync(buffer.AsMemory(), 2L)
                let length = sum "copy.txt"
                return $"{copied.Outcome} {total} {length} {count}"
            }

            printfn "%s" work.Result
            """);

        Sdk.Run(_scratch.Path, "build", "-c", "Release", "-o", Out);

        Assert.Equal("Done 500500 3893 4", Run(Path.Combine(Out, "Consumer")).TrimEnd());
    }

    [Fact]
    public async Task A_program_for_an_older_NET_is_told_so_when_it_is_restored()
    {
        Consumer.Write(_scratch.Path, await packing.First, "<TargetFramework>net8.0</TargetFramework>");
        File.WriteAllText(_scratch.File("Program.cs"), "System.Console.WriteLine();");

        string refusal = Sdk.Refused(_scratch.Path, "restore");

        Assert.Contains("NU1202", refusal);
        Assert.Contains("net10.0", refusal);
    }

    public void Dispose() => _scratch.Dispose();

    private string Run(string program, params string[] arguments)
    {
        Command done = Command.Run("/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", _scratch.Path, program, .. arguments]);
        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        return done.Output;
    }
}
