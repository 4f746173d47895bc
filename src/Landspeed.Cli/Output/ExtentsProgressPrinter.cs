using System.Globalization;
using Landspeed.Experiments.Extents;

namespace Landspeed.Cli.Output;

/// <summary>Shows how many files and extents were read.</summary>
/// <remarks>For one thread at a time.</remarks>
internal sealed class ExtentsProgressPrinter(Terminal terminal, TimeProvider time) : IProgress<ExtentsProgress>, IDisposable
{
    private readonly ProgressLine _line = new(terminal, time);

    /// <inheritdoc/>
    public void Report(ExtentsProgress value)
    {
        if (_line.IsDue)
        {
            _line.Show(string.Create(CultureInfo.InvariantCulture, $"reading extents: {value.Files:N0} files, {value.Extents:N0} extents"));
        }
    }

    /// <summary>Removes the line.</summary>
    public void Dispose() => _line.Clear();
}
