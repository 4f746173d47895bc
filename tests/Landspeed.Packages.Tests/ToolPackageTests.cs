using System.IO.Compression;
using System.Xml.Linq;
using Landspeed.Testing;

namespace Landspeed.Packages.Tests;

[Trait(Tier.Key, Tier.Packages)]
public sealed class ToolPackageTests(Packing packing)
{
    [Fact]
    public async Task It_says_what_it_is_and_holds_only_what_starts()
    {
        using ZipArchive package = ZipFile.OpenRead(await packing.Tool);
        Assert.Equal($"Landspeed.Tool.{packing.Version}.nupkg", Path.GetFileName(await packing.Tool));
        string[] names = [.. package.Entries.Select(entry => entry.FullName)];
        Assert.Contains("tools/net10.0/any/Landspeed.Cli.dll", names);
        Assert.Contains("tools/net10.0/any/Landspeed.dll", names);
        Assert.Contains("icon.png", names);
        Assert.DoesNotContain(names, name => name.EndsWith(".xml", StringComparison.Ordinal)
            && !name.EndsWith("/DotnetToolSettings.xml", StringComparison.Ordinal) && name != "[Content_Types].xml");
        Assert.DoesNotContain(names, name => Path.GetFileName(name) is "landspeed" or "Landspeed.Cli");

        using Stream nuspec = package.GetEntry("Landspeed.Tool.nuspec")!.Open();
        XElement metadata = XDocument.Load(nuspec).Root!.Elements().First();
        string Value(string name) => metadata.Elements().Single(element => element.Name.LocalName == name).Value;
        Assert.Equal(
            ("Landspeed.Tool", packing.Version, "MIT", "README.md", "icon.png"),
            (Value("id"), Value("version"), Value("license"), Value("readme"), Value("icon")));
        Assert.NotEmpty(Value("description"));
        Assert.Contains("io_uring", Value("tags"));
        Assert.Equal(
            "DotnetTool",
            metadata.Descendants().Single(element => element.Name.LocalName == "packageType").Attribute("name")!.Value);
        Assert.DoesNotContain(metadata.Descendants(), element => element.Name.LocalName == "dependency");
    }

    [Fact]
    public async Task Installed_in_an_empty_directory_it_copies()
    {
        using var scratch = new ScratchDirectory();
        string feed = Path.GetDirectoryName(await packing.Tool)!;
        File.WriteAllText(
            scratch.File("nuget.config"),
            $"""<configuration><packageSources><clear /><add key="packed" value="{feed}" /></packageSources></configuration>""");

        Sdk.Run(scratch.Path, "tool", "install", "Landspeed.Tool", "--tool-path", scratch.File("bin"), "--no-cache");
        string command = scratch.File("bin/landspeed");
        string data = scratch.CreateFile("big.dat", (3 << 20) + 17);

        Command version = Command.Run(command, ["--version"]);
        Assert.Equal((0, $"landspeed {packing.Version}"), (version.ExitCode, version.Output.Trim()));
        Command copy = Command.Run(command, ["copy", data, scratch.File("copy.dat"), "--verify"]);
        Assert.Equal(0, copy.ExitCode);
        Assert.Contains("copied 1 file", copy.Output, StringComparison.Ordinal);
        Assert.Equal(0, Command.Run("cmp", [data, scratch.File("copy.dat")]).ExitCode);
    }
}
