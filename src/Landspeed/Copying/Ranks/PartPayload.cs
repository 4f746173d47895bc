using Landspeed.Copying.Journal;
using Landspeed.Copying.Sharing;
using Landspeed.Platform;

namespace Landspeed.Copying.Ranks;

/// <summary>An unfinished file that a rank made.</summary>
/// <param name="Directory">The path of its directory below the roots.</param>
/// <param name="Source">The name of the source there.</param>
/// <param name="Target">The name that it is to have.</param>
/// <param name="Name">The name that it has.</param>
/// <param name="Inode">Its inode.</param>
/// <param name="Born">When it was made, where the file system keeps that.</param>
internal sealed record PartPayload(FilePath Directory, FilePath Source, FilePath Target, FilePath Name, ulong Inode, FileTime? Born)
{
    internal void Write(CompactWriter writer)
    {
        byte[] born = new byte[RecordLog.TimeLength];
        RecordLog.WriteTime(born, Born);
        foreach (byte[] bytes in (ReadOnlySpan<byte[]>)[[.. Directory.Bytes], [.. Source.Bytes], [.. Target.Bytes], [.. Name.Bytes], BitConverter.GetBytes(Inode), born])
        {
            writer.Write(bytes);
        }
    }

    internal static PartPayload Read(ref CompactReader reader) => new(
        FilePath.FromBytes(reader.Bytes()),
        FilePath.FromBytes(reader.Bytes()),
        FilePath.FromBytes(reader.Bytes()),
        FilePath.FromBytes(reader.Bytes()),
        BitConverter.ToUInt64(reader.Bytes()),
        RecordLog.ReadTime(reader.Bytes()));
}
