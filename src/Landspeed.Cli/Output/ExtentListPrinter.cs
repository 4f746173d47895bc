using System.Globalization;
using Landspeed.Experiments.Extents;
using Landspeed.Results.Extents;

namespace Landspeed.Cli.Output;

/// <summary>Prints extents as they are read, a line each below a line with the file's name.</summary>
internal sealed class ExtentListPrinter(TextWriter target) : IExtentListener
{
    private const int Width = 16; // a thousand TB

    private bool _isFurther;

    /// <inheritdoc/>
    public void Begin(FilePath path, long length)
    {
        target.Write(_isFurther ? "\n" : string.Empty);
        target.Write(string.Create(CultureInfo.InvariantCulture, $"{path.Display}: {length} bytes\n"));
        target.Write($"{"offset",Width} {"length",Width} {"physical",Width} {"run",9}  kind\n");
        _isFurther = true;
    }

    /// <inheritdoc/>
    public void Found(in ExtentRecord extent)
    {
        string properties = (extent.Shared ? ", shared" : string.Empty) + (extent.Encoded ? ", encoded" : string.Empty);
        string physical = extent.PhysicalBytes?.ToString(CultureInfo.InvariantCulture) ?? "-";
        string run = extent.Run?.ToString(CultureInfo.InvariantCulture) ?? "-";
        target.Write(string.Create(
            CultureInfo.InvariantCulture,
            $"{extent.OffsetBytes,Width} {extent.LengthBytes,Width} {physical,Width} {run,9}  {extent.Kind}{properties}\n"));
    }
}
