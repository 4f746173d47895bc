using System.Globalization;

namespace Landspeed.Experiments.Creating;

/// <summary>
/// Names the files of a data set: numbers with as many digits as the last one has, so that they sort.
/// </summary>
internal sealed class DataFiles(FilePath directory, DataShape shape)
{
    private readonly int _digits = Math.Max(4, (shape.Files - 1).ToString(CultureInfo.InvariantCulture).Length);

    private readonly string _extension = shape.Kind == DataKind.Text ? "txt" : "bin";

    /// <summary>Returns the path of a file.</summary>
    /// <param name="file">Its number, from 0.</param>
    internal FilePath PathOf(long file) => directory.Join(FilePath.FromText(
        $"{file.ToString(CultureInfo.InvariantCulture).PadLeft(_digits, '0')}.{_extension}"));
}
