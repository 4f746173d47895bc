namespace Landspeed.Tests.Hashing;

/// <summary>A stream that gives few bytes at a time.</summary>
internal sealed class DribblingStream(byte[] data, int readLength) : MemoryStream(data)
{
    public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(count, readLength));

    public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(buffer.Length, readLength)]);
}
