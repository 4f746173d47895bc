using Mono.Cecil;

namespace Landspeed.Conventions.Tests;

/// <summary>What the rules are about: the assemblies beside this one, and the sources above it.</summary>
public static class Product
{
    /// <summary>The assemblies of src/, from left to right.</summary>
    public static readonly IReadOnlyList<string> Names =
    [
        "Landspeed", "Landspeed.Results", "Landspeed.Experiments", "Landspeed.Reporting", "Landspeed.Mpi",
        "Landspeed.Cli",
    ];

    /// <summary>The directory that holds Landspeed.slnx.</summary>
    public static string Root { get; } = FindRoot();

    /// <summary>The assemblies, opened.</summary>
    public static IEnumerable<AssemblyDefinition> Assemblies => Names.Select(Open);

    /// <summary>All types of all assemblies, nested ones too.</summary>
    public static IEnumerable<TypeDefinition> Types => Assemblies.SelectMany(TypesOf);

    /// <summary>One assembly, with types of the others resolved.</summary>
    public static AssemblyDefinition Open(string name)
    {
        var resolver = new DefaultAssemblyResolver();
        resolver.AddSearchDirectory(AppContext.BaseDirectory);
        resolver.AddSearchDirectory(Path.GetDirectoryName(typeof(object).Assembly.Location));
        return AssemblyDefinition.ReadAssembly(
            Path.Combine(AppContext.BaseDirectory, name + ".dll"), new ReaderParameters { AssemblyResolver = resolver });
    }

    /// <summary>The types of an assembly, nested ones too.</summary>
    public static IEnumerable<TypeDefinition> TypesOf(AssemblyDefinition assembly) =>
        assembly.MainModule.GetTypes().Where(type => type.FullName != "<Module>");

    /// <summary>Types of this test assembly that break rules on purpose.</summary>
    public static IEnumerable<TypeDefinition> Samples =>
        TypesOf(Open("Landspeed.Conventions.Tests")).Where(type => type.FullName.StartsWith(SampleRoot, StringComparison.Ordinal));

    /// <summary>Stands for "Landspeed" in the samples.</summary>
    public const string SampleRoot = "Landspeed.Conventions.Tests.Samples";

    private static string FindRoot()
    {
        string? directory = AppContext.BaseDirectory;
        while (directory is not null && !File.Exists(Path.Combine(directory, "Landspeed.slnx")))
        {
            directory = Path.GetDirectoryName(directory);
        }

        return directory ?? throw new InvalidOperationException("no Landspeed.slnx above the test: run it inside the tree");
    }
}
