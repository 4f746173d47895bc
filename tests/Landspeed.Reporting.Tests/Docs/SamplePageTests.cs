using System.Runtime.CompilerServices;
using Landspeed.Results;

namespace Landspeed.Reporting.Tests.Docs;

public class SamplePageTests
{
    [Fact]
    public void The_sample_page_is_what_a_sweep_looks_like_today()
    {
        string file = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(Here())!, "../../../docs/sample.html"));
        ResultDocument sweep = Samples.Of("sweep-quick");
        string expected = Samples.Text("html", sweep with
        {
            Places = [.. sweep.Places.Select(place => place with { Path = "/data/landspeed-sweep.dat" })],
        });
        if (Environment.GetEnvironmentVariable("LANDSPEED_UPDATE_GOLDEN") == "1")
        {
            File.WriteAllText(file, expected);
            return;
        }

        Assert.True(File.Exists(file), $"{file} is missing; LANDSPEED_UPDATE_GOLDEN=1 writes it");
        Assert.Equal(expected, File.ReadAllText(file));
    }

    private static string Here([CallerFilePath] string path = "") => path;
}
