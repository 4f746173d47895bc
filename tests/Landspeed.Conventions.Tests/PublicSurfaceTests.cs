using System.Reflection;
using System.Runtime.CompilerServices;

namespace Landspeed.Conventions.Tests;

public class PublicSurfaceTests
{
    private const string Switch = "LANDSPEED_UPDATE_GOLDEN";

    private static readonly Assembly s_library = typeof(SequentialFile).Assembly;
    private static readonly string s_goldens = Path.Combine(Path.GetDirectoryName(Here())!, "Golden");

    /// <summary>The namespaces in which users find something.</summary>
    public static TheoryData<string> Spaces =>
        [.. s_library.GetExportedTypes().Select(type => type.Namespace!).Distinct().Order(StringComparer.Ordinal)];

    /// <summary>A member that is gone or new here is gone or new for every user: look twice, and say it in CHANGELOG.md.</summary>
    [Theory]
    [MemberData(nameof(Spaces))]
    public void The_public_members_are_those_of_the_golden_file(string space)
    {
        string actual = PublicSurface.Of(s_library, space);
        string file = Path.Combine(s_goldens, $"{space}.golden");
        if (IsUpdating)
        {
            File.WriteAllText(file, actual);
        }

        Assert.True(
            File.Exists(file),
            $"{space} is a new public namespace without a golden file. Remedy: make its types internal, or run this test with {Switch}=1.");
        Assert.Equal(File.ReadAllText(file), actual);
    }

    [Fact]
    public void Each_golden_file_has_a_public_namespace()
    {
        foreach (string file in Directory.EnumerateFiles(s_goldens, "*.golden")
            .Where(file => Spaces.All(space => space.Data != Path.GetFileNameWithoutExtension(file))))
        {
            if (IsUpdating)
            {
                File.Delete(file);
            }

            Assert.True(!File.Exists(file), $"{file} describes no public namespace. Remedy: delete it, or run this test with {Switch}=1.");
        }
    }

    [Fact]
    public void A_member_is_written_as_in_code()
    {
        string[] lines = PublicSurface.Of(typeof(PublicSurfaceTests).Assembly, "Landspeed.Conventions.Tests.Surface").Split('\n');

        Assert.Equal(
            [
                "class Landspeed.Conventions.Tests.Surface.Shown : IDisposable",
                "  const int Limit = 7",
                "  int? Count { get; init; }",
                "  new(string? name = default)",
                "  override string ToString()",
                "  protected virtual ReadOnlySpan<byte> Take(in long offset, out List<string> names)",
                "  static Shown op_Addition(Shown left, Shown right)",
                "  string? Name { get; }",
                "  void Dispose()",
                "",
            ],
            lines);
    }

    private static bool IsUpdating => Environment.GetEnvironmentVariable(Switch) == "1";

    private static string Here([CallerFilePath] string path = "") => path;
}
