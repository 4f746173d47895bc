using System.Runtime.CompilerServices;
using Landspeed.Streams;

namespace Landspeed.Conventions.Tests;

public class PublicSurfaceTests
{
    /// <summary>A member that is gone or new here is gone or new for every user: look twice, and say it in CHANGELOG.md.</summary>
    [Theory]
    [InlineData("Landspeed.Streams")]
    [InlineData("Landspeed.Copying")]
    [InlineData("Landspeed.Hashing")]
    public void The_public_members_are_those_of_the_golden_file(string space)
    {
        string actual = PublicSurface.Of(typeof(SequentialFile).Assembly, space);
        string file = Path.Combine(Path.GetDirectoryName(Here())!, "Golden", $"{space}.golden");
        if (Environment.GetEnvironmentVariable("LANDSPEED_UPDATE_GOLDEN") == "1")
        {
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllText(file, actual);
        }

        Assert.Equal(File.ReadAllText(file), actual);
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

    private static string Here([CallerFilePath] string path = "") => path;
}
