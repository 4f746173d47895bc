using System.Globalization;
using Landspeed.Copying.Metadata;
using Landspeed.Copying.Policy;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Landspeed.Results.Pairs;

namespace Landspeed.Experiments.Copying.Pairs;

/// <summary>Compares the metadata of two entries of one kind, as far as both file systems keep it.</summary>
/// <remarks>For use by one thread; the kinds of file systems may be shared.</remarks>
internal sealed class PairMetadata(PairMetadataKinds compared, VolumeKinds volumes)
{
    private readonly TimeUnits _units = new(volumes, names: null);
    private AttributeComparison? _attributes;

    /// <summary>The kinds of file systems.</summary>
    internal VolumeKinds Volumes => volumes;

    /// <summary>True if hard links of two entries can be compared.</summary>
    internal bool ComparesLinks(in PairSide a, in PairSide b) => Has(PairMetadataKinds.Links)
        && (a.Status.LinkCount > 1 || b.Status.LinkCount > 1) && KeepsOwners(a) && KeepsOwners(b);

    /// <summary>Compares.</summary>
    /// <param name="a">One.</param>
    /// <param name="b">The other.</param>
    /// <param name="found">Receives the differences.</param>
    /// <exception cref="NativeIOException">Attributes cannot be read.</exception>
    internal void Compare(in PairSide a, in PairSide b, List<PairDifferenceRecord> found)
    {
        if (KeepsOwners(a) && KeepsOwners(b))
        {
            CompareAccess(a.Status, b.Status, found);
        }

        if (Has(PairMetadataKinds.Times) && !HasSameTime(a, b))
        {
            found.Add(Difference(PairAspect.Modified, Text(a.Status.Modified), Text(b.Status.Modified)));
        }

        if (Has(PairMetadataKinds.Attributes) && a.Handle is { } one && b.Handle is { } other)
        {
            (DirectoryEntry entryA, DirectoryEntry entryB) = (a.Entry, b.Entry);
            _attributes ??= new AttributeComparison();
            _attributes.Compare(one, () => entryA.Path, other, () => entryB.Path, (name, holder) => found.Add(new()
            {
                What = PairAspect.Attribute,
                Name = name.Display,
                OnlyIn = holder switch { AttributeHolder.First => "a", AttributeHolder.Second => "b", _ => null },
            }));
        }
    }

    private void CompareAccess(in FileStatus a, in FileStatus b, List<PairDifferenceRecord> found)
    {
        // The permissions of a symbolic link mean nothing.
        if (Has(PairMetadataKinds.Permissions) && a.Kind != FileKind.SymbolicLink && a.Permissions != b.Permissions)
        {
            found.Add(Difference(PairAspect.Permissions, Octal(a.Permissions), Octal(b.Permissions)));
        }

        if (!Has(PairMetadataKinds.Owner))
        {
            return;
        }

        if (a.UserId != b.UserId)
        {
            found.Add(Difference(PairAspect.Owner, Text(a.UserId), Text(b.UserId)));
        }

        if (a.GroupId != b.GroupId)
        {
            found.Add(Difference(PairAspect.Group, Text(a.GroupId), Text(b.GroupId)));
        }
    }

    // If the unit of a file system is not known, a time that some file system keeps of the other is the same.
    private bool HasSameTime(in PairSide a, in PairSide b)
    {
        (FileTime timeA, FileTime timeB) = (a.Status.Modified, b.Status.Modified);
        return timeA == timeB || KeptTime.IsLimit(timeA, timeB) || KeptTime.IsLimit(timeB, timeA)
            || Keeps(b, KeptTime.UnitOf(timeA, timeB)) || Keeps(a, KeptTime.UnitOf(timeB, timeA));
    }

    private bool Keeps(in PairSide coarser, long? lostNs) =>
        lostNs is { } lost && (_units.UnitNs(coarser.Status, coarser.Directory) is not { } unit || lost <= unit);

    private bool Has(PairMetadataKinds kind) => (compared & kind) != 0;

    // On FAT owner and permissions are those of the mount.
    private bool KeepsOwners(in PairSide side) =>
        volumes.Of(side.Directory, side.Status.Device) is not ("vfat" or "exfat");

    private static PairDifferenceRecord Difference(PairAspect what, string a, string b) =>
        new() { What = what, A = a, B = b };

    private static string Octal(int permissions) => Convert.ToString(permissions, 8).PadLeft(3, '0');

    private static string Text(uint number) => number.ToString(CultureInfo.InvariantCulture);

    private static string Text(FileTime time)
    {
        if (time.Seconds < DateTimeOffset.MinValue.ToUnixTimeSeconds()
            || time.Seconds > DateTimeOffset.MaxValue.ToUnixTimeSeconds())
        {
            return time.ToString();
        }

        string second = DateTimeOffset.FromUnixTimeSeconds(time.Seconds)
            .ToString("yyyy-MM-ddTHH:mm:ss", CultureInfo.InvariantCulture);
        return time.Nanoseconds == 0 ? $"{second}Z" : string.Create(
            CultureInfo.InvariantCulture, $"{second}.{time.Nanoseconds:D9}Z");
    }
}
