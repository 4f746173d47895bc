using Landspeed.Conventions.Tests.Rules;
using Mono.Cecil;

namespace Landspeed.Conventions.Tests;

public class LayerTests
{
    [Fact]
    public void Folders_of_the_library_use_only_what_lies_to_their_left() =>
        Violation.AssertNone(LayerRule.Check(Product.TypesOf(Product.Open("Landspeed")), "Landspeed"));

    [Fact]
    public void Assemblies_refer_only_to_those_below_them() =>
        Violation.AssertNone(Product.Assemblies.SelectMany(assembly => AssemblyRule.CheckReferences(
            assembly.Name.Name, assembly.MainModule.AssemblyReferences.Select(reference => reference.Name))));

    [Fact]
    public void Reporting_sees_result_records_and_quantities_only() =>
        Violation.AssertNone(AssemblyRule.CheckReporting(Product.TypesOf(Product.Open("Landspeed.Reporting"))));

    [Fact]
    public void Every_folder_of_the_library_was_looked_at() =>
        Assert.Superset(
            new HashSet<string> { "Landspeed.Quantities", "Landspeed.Platform", "Landspeed.Platform.Linux", "Landspeed.Engine", "Landspeed.Files", "Landspeed.Hashing", "Landspeed.Copying" },
            Product.TypesOf(Product.Open("Landspeed")).Select(type => type.Namespace).ToHashSet());

    [Fact]
    public void The_rule_names_each_type_that_looks_the_wrong_way()
    {
        Violation[] found = [.. LayerRule.Check(Product.Samples, Product.SampleRoot)];

        Assert.Equal(
            [
                "Copying.Room.CallsAnEntryPoint", "Elsewhere.Homeless", "Engine.LooksAtAFileInALambda", "Files.SeesImplementation",
                "Hashing.SeesNeighbour", "Quantities.LooksRight",
            ],
            found.Select(violation => violation.Where[(Product.SampleRoot.Length + 1)..]).Distinct().Order(StringComparer.Ordinal));
        Assert.Contains(found, violation =>
            violation.ToString().Contains("Quantities lies to the left of Streams", StringComparison.Ordinal));
        Assert.Contains(found, violation =>
            violation.ToString().Contains("Copying lies to the left of the entry points", StringComparison.Ordinal));
        Assert.All(found, violation => Assert.NotEmpty(violation.Remedy));
    }

    [Theory]
    [InlineData("Landspeed", "Landspeed.Experiments")]
    [InlineData("Landspeed", "Landspeed.Results")]
    [InlineData("Landspeed.Results", "Landspeed.Experiments")]
    [InlineData("Landspeed.Results", "Landspeed.Reporting")]
    [InlineData("Landspeed.Results", "Perfolizer")]
    [InlineData("Landspeed.Experiments", "Landspeed.Reporting")]
    [InlineData("Landspeed.Experiments", "Landspeed.Mpi")]
    [InlineData("Landspeed.Reporting", "Landspeed.Experiments")]
    [InlineData("Landspeed.Experiments", "Landspeed.Cli")]
    [InlineData("Landspeed.Reporting", "Landspeed.Cli")]
    [InlineData("Landspeed.Reporting", "Landspeed.Mpi")]
    [InlineData("Landspeed.Mpi", "Landspeed.Experiments")]
    [InlineData("Landspeed.Mpi", "Landspeed.Cli")]
    [InlineData("Landspeed.Mpi", "Spectre.Console")]
    [InlineData("Landspeed", "Spectre.Console")]
    public void The_rule_refuses_a_reference_to_an_assembly_above_or_beside(string assembly, string reference)
    {
        Violation found = Assert.Single(AssemblyRule.CheckReferences(assembly, [reference, "System.Runtime"]));

        Assert.Equal(assembly, found.Where);
        Assert.Contains(reference, found.Rule);
    }

    [Fact]
    public void The_rule_refuses_what_Reporting_must_not_see()
    {
        // The runners of Experiments see engines, files and platform: just what Reporting must not.
        IEnumerable<TypeDefinition> runners = Product.TypesOf(Product.Open("Landspeed.Experiments"))
            .Where(type => type.Name == "MeasurementOptions");

        Assert.Contains(
            AssemblyRule.CheckReporting(runners), violation => violation.Rule.Contains("Landspeed.Platform.", StringComparison.Ordinal));
    }
}
