using System.IO.Compression;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Landspeed.Testing;

namespace Landspeed.Packages.Tests;

[Trait(Tier.Key, Tier.Packages)]
public sealed partial class LibraryPackageTests(Packing packing)
{
    private const string Library = "lib/net10.0/Landspeed.dll";

    [Fact]
    public async Task It_holds_the_library_its_documentation_and_a_readme_and_needs_nothing()
    {
        using ZipArchive package = ZipFile.OpenRead(await packing.First);
        Assert.Equal($"Landspeed.{packing.Version}.nupkg", Path.GetFileName(await packing.First));
        Assert.Equal(
            ["Landspeed.nuspec", "README.md", "icon.png", Library, "lib/net10.0/Landspeed.xml"],
            package.Entries.Select(entry => entry.FullName)
                .Where(name => !name.StartsWith("_rels/", StringComparison.Ordinal)
                    && !name.StartsWith("package/", StringComparison.Ordinal) && name != "[Content_Types].xml")
                .Order(StringComparer.Ordinal));

        XElement metadata = XDocument.Parse(Text(package, "Landspeed.nuspec")).Root!.Elements().First();
        string Value(string name) => metadata.Elements().Single(element => element.Name.LocalName == name).Value;
        Assert.Equal(
            ("Landspeed", packing.Version, "MIT", "README.md", "icon.png"),
            (Value("id"), Value("version"), Value("license"), Value("readme"), Value("icon")));
        Assert.Contains("io_uring", Value("tags"));
        Assert.NotEmpty(Value("description"));
        Assert.DoesNotContain(metadata.Descendants(), element => element.Name.LocalName == "dependency");
        Assert.Contains("When not to use it", Text(package, "README.md"));
        string documentation = Text(package, "lib/net10.0/Landspeed.xml");
        Assert.Contains("M:Landspeed.SequentialFile.OpenRead(", documentation);
        Assert.Contains("<example>", documentation);
        Assert.DoesNotContain("T:Landspeed.Engine.UringEngine", documentation);
        Assert.DoesNotContain("Landspeed.SequentialReadStream._", documentation);
    }

    [Fact]
    public async Task Its_assembly_is_trimmable_has_a_strong_name_and_carries_its_symbols()
    {
        using var assembly = new PEReader(new MemoryStream(Bytes(await packing.First)));
        Assert.Contains(
            assembly.ReadDebugDirectory(), entry => entry.Type == DebugDirectoryEntryType.EmbeddedPortablePdb);
        Assert.Contains(assembly.ReadDebugDirectory(), entry => entry.Type == DebugDirectoryEntryType.Reproducible);
        MetadataReader metadata = assembly.GetMetadataReader();
        Assert.NotEmpty(metadata.GetBlobBytes(metadata.GetAssemblyDefinition().PublicKey));
        Assert.NotEqual(0, assembly.PEHeaders.CorHeader!.StrongNameSignatureDirectory.Size);
        string[] values = [.. metadata.GetAssemblyDefinition().GetCustomAttributes()
            .Select(handle => Encoding.UTF8.GetString(metadata.GetBlobBytes(metadata.GetCustomAttribute(handle).Value)))];
        Assert.Contains(values, value => value.Contains("IsTrimmable") && value.Contains("True"));
        Assert.Contains(values, value => value.Contains("IsAotCompatible") && value.Contains("True"));
    }

    [Fact]
    public async Task Two_directories_give_the_same_package()
    {
        byte[] first = Bytes(await packing.First);
        byte[] second = Bytes(await packing.Second);

        Assert.True(first.AsSpan().SequenceEqual(second), "the assemblies differ: some path or time is in them");
        Assert.DoesNotContain(packing.Place, Encoding.Latin1.GetString(first));
        Assert.Equal(0, Command.Run("cmp", [await packing.First, await packing.Second]).ExitCode);
    }

    [Fact]
    public async Task A_program_that_takes_the_package_in_runs_the_examples_of_its_readme()
    {
        using var scratch = new ScratchDirectory();
        string package = await packing.First;
        string[] examples = Examples(package);
        Assert.Equal(5, examples.Length);
        WriteConsumer(scratch, package, examples);

        Sdk.Run(scratch.Path, "build", "-c", "Release", "-o", scratch.File("out"));
        string data = scratch.CreateFile("big.dat", (3 << 20) + 17);
        string Example(int index)
        {
            Command done = Command.Run(
                "/bin/sh", ["-c", "cd \"$0\" && exec out/Consumer \"$1\"", scratch.Path, $"{index}"]);
            Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
            return done.Output;
        }

        foreach (int copy in (int[])[0, 2])
        {
            Example(copy);
            Assert.Equal(0, Command.Run("cmp", [data, scratch.File("copy.dat")]).ExitCode);
            File.Delete(scratch.File("copy.dat"));
        }

        Assert.Equal(Command.Shell($"sha256sum < '{data}' | cut -d' ' -f1"), Example(1));
        Command.Shell($"cd '{scratch.Path}' && mkdir photos && seq 1 1000 > photos/one");
        Assert.Equal("1 copied, 0 failed, 0 told in Problems\n", Example(3));
        Command.Shell($"cd '{scratch.Path}' && cmp big.dat verified.dat && diff -r photos photos.backup");
        Assert.Matches("^(Direct|Buffered) ", Example(4));
    }

    private static void WriteConsumer(ScratchDirectory scratch, string package, string[] examples)
    {
        Consumer.Write(scratch.Path, package);
        IEnumerable<string> usings = examples.SelectMany(example => UsingLine().Matches(example).Select(match => match.Value)).Distinct();
        IEnumerable<string> methods = examples.Select((example, index) =>
            $"async Task Example{index}()\n{{\nawait Task.CompletedTask;\n{UsingLine().Replace(example, string.Empty)}\n}}\n");
        IEnumerable<string> cases = examples.Select((_, index) => $"if (args[0] == \"{index}\") await Example{index}();");
        File.WriteAllText(scratch.File("Program.cs"), string.Join('\n', [.. usings, .. cases, .. methods]));
    }

    private static string[] Examples(string package)
    {
        using ZipArchive archive = ZipFile.OpenRead(package);
        return [.. Example().Matches(Text(archive, "README.md")).Select(match => match.Groups[1].Value)];
    }

    private static byte[] Bytes(string package)
    {
        using ZipArchive archive = ZipFile.OpenRead(package);
        using Stream entry = archive.GetEntry(Library)!.Open();
        var bytes = new MemoryStream();
        entry.CopyTo(bytes);
        return bytes.ToArray();
    }

    private static string Text(ZipArchive package, string name)
    {
        using var reader = new StreamReader(package.GetEntry(name)!.Open());
        return reader.ReadToEnd();
    }

    [GeneratedRegex(@"```csharp\n(.*?)```", RegexOptions.Singleline)]
    private static partial Regex Example();

    [GeneratedRegex(@"^using [\w.]+;$", RegexOptions.Multiline)]
    private static partial Regex UsingLine();
}
