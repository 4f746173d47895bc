using System.Globalization;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Testing.PowerCuts;

/// <summary>What a power cut leaves of recorded images. It goes through the log once: everything up to the last flush is in a
/// running image, of which each crash point gets a clone that shares its blocks.</summary>
internal sealed class CrashImages : IDisposable
{
    private readonly IReadOnlyList<int> _tearSizes;
    private readonly WriteLog _log;
    private readonly string _directory;
    private readonly SafeFileHandle[] _running;

    // Up to where the log is in the running image, and the changes of it behind the last flush.
    private readonly List<int>[] _pending;
    private int _position;

    /// <summary>Begins before the first record.</summary>
    /// <param name="log">What was recorded.</param>
    /// <param name="directory">On a volume that can share blocks; holds the images as they were before, named 0, 1 and so
    /// on, which are used up.</param>
    /// <param name="count">How many images.</param>
    /// <param name="tearSizes">In what pieces a write may arrive, see <see cref="VolumeType.TearSizes"/>.</param>
    internal CrashImages(WriteLog log, string directory, int count, IReadOnlyList<int> tearSizes)
    {
        (_log, _directory, _tearSizes) = (log, directory, tearSizes);
        _running = [.. Enumerable.Range(0, count).Select(image => File.OpenHandle(
            Name(image), FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite))];
        _pending = [.. Enumerable.Range(0, count).Select(_ => new List<int>())];
    }

    /// <summary>Makes the images of a point.</summary>
    /// <param name="point">Not before that of the last call.</param>
    /// <returns>Their files; the next call replaces them.</returns>
    internal IReadOnlyList<string> Build(CrashPoint point)
    {
        Advance(point.Position);
        var random = new Random(point.Seed);
        return [.. Enumerable.Range(0, _running.Length).Select(image => Build(image, random, isWhole: point.Seed < 0))];
    }

    public void Dispose() => Array.ForEach(_running, image => image.Dispose());

    private string Build(int image, Random random, bool isWhole)
    {
        string crashed = $"{Name(image)}.crashed";
        File.Delete(crashed);
        VolumeCalls.Clone(Name(image), crashed);
        using SafeFileHandle file = File.OpenHandle(crashed, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);

        // In a sixth of the points nothing arrives that was not flushed, in a sixth everything.
        double share = isWhole ? 1 : random.Next(6) switch { 0 => 0, 1 => 1, 2 => 0.1, 3 => 0.5, 4 => 0.75, _ => 0.95 };
        int tearSize = isWhole ? 0 : _tearSizes[random.Next(_tearSizes.Count)];
        foreach (int change in _pending[image])
        {
            if (tearSize > 0 && random.Next(5) == 0)
            {
                _log.Apply(_log.Records[change], file, () => random.NextDouble() < share, tearSize);
            }
            else if (random.NextDouble() < share)
            {
                _log.Apply(_log.Records[change], file);
            }
        }

        return crashed;
    }

    private void Advance(int position)
    {
        if (position < _position)
        {
            throw new ArgumentOutOfRangeException(nameof(position), position, $"before {_position}");
        }

        for (; _position < position; _position++)
        {
            WriteRecord record = _log.Records[_position];
            if (record.IsChange)
            {
                _pending[record.Image].Add(_position);
            }
            else if (record.Kind == WriteKind.Flush)
            {
                _pending[record.Image].ForEach(change => _log.Apply(_log.Records[change], _running[record.Image]));
                _pending[record.Image].Clear();
            }
        }
    }

    private string Name(int image) => Path.Combine(_directory, image.ToString(CultureInfo.InvariantCulture));
}
