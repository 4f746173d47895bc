using Landspeed.Copying.Journal;
using Landspeed.Copying.Sharing;
using Landspeed.Platform;

namespace Landspeed.Copying.Ranks;

/// <summary>An unfinished file created by a rank.</summary>
/// <param name="Directory">The path of its directory below the roots.</param>
/// <param name="Source">The name of its source there.</param>
/// <param name="Target">The name to give it.</param>
/// <param name="Name">Its current name.</param>
/// <param name="Inode">Its inode.</param>
/// <param name="Born">Its creation time, if the file system keeps it.</param>
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
