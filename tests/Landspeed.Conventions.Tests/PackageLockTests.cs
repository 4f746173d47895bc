using Landspeed.Conventions.Tests.Rules;

namespace Landspeed.Conventions.Tests;

public class PackageLockTests
{
    private const string Update =
        "dotnet restore tests/PROJECT --force-evaluate -p:LandspeedLockPackages=true, of Landspeed.Cli.Tests,"
        + " Landspeed.Experiments.Tests and Landspeed.Mpi.Tests, as docs/decisions/dependencies.md says";

    private const string Versions = """
        <Project>
          <ItemGroup>
            <PackageVersion Include="One" Version="1.0.0" />
            <PackageVersion Include="Two" Version="2.0.0" />
          </ItemGroup>
        </Project>
        """;

    // Analyzers of src/, whose projects get a package of the SDK's own version, too, and are not locked; and what only
    // benchmarks use.
    private static readonly HashSet<string> s_unlocked =
        ["Meziantou.Analyzer", "Microsoft.CodeAnalysis.BannedApiAnalyzers", "BenchmarkDotNet", "System.IO.Hashing"];

    [Fact]
    public void Every_package_is_locked_in_its_version()
    {
        string[] locks =
        [
            .. Directory.EnumerateFiles(
                Path.Combine(Product.Root, "tests"), "locked-packages.json", SearchOption.AllDirectories),
        ];
        string versions = File.ReadAllText(Path.Combine(Product.Root, "Directory.Packages.props"));

        Assert.True(locks.Length > 1, "the lock files were not found");
        Violation.AssertNone(PackageLockRule.Check(versions, locks.Select(File.ReadAllText), s_unlocked, Update));
    }

    [Theory]
    [InlineData("2.0.0", "2.0.0", null)]
    [InlineData("2.0.1", "2.0.1", "it is locked as 2.0.1")]
    [InlineData("2.0.0", "2.0.1", "it is locked as 2.0.0 and 2.0.1")]
    public void The_rule_finds_another_version(string first, string second, string? says)
    {
        string[] locks = [Lock(first), Lock(second)];

        Assert.Equal(
            says, PackageLockRule.Check(Versions, locks, new HashSet<string>(), Update).SingleOrDefault()?.Rule);
    }

    [Fact]
    public void The_rule_finds_a_package_that_is_not_locked()
    {
        Violation found = Assert.Single(PackageLockRule.Check(Versions, [], new HashSet<string> { "One" }, Update));

        Assert.Equal("Two 2.0.0", found.Where);
        Assert.Contains("not locked", found.Rule);
    }

    private static string Lock(string version) => $$"""
        { "version": 2, "dependencies": { "net10.0": {
          "One": { "type": "Direct", "resolved": "1.0.0", "contentHash": "a" },
          "Two": { "type": "Transitive", "resolved": "{{version}}", "contentHash": "b" },
          "landspeed": { "type": "Project" } } } }
        """;
}
