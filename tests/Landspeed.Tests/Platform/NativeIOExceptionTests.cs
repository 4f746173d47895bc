namespace Landspeed.Tests.Platform;

public class NativeIOExceptionTests
{
    [Fact]
    public void The_message_names_operation_path_offset_length_cause_code_and_hint()
    {
        FilePath path = FilePath.FromBytes("/data/a\u001b[31m"u8);

        var error = new NativeIOException(
            "read", path, NativeError.Of(NativeErrorKind.InvalidArgument), 4097, 512, "Align the offset to 512.");

        Assert.Equal(
            "cannot read /data/a\\x1B[31m at offset 4097 (512 bytes): invalid argument (EINVAL). Align the offset to 512.",
            error.Message);
        Assert.Equal(
            ("read", path, 4097, 512, "Align the offset to 512."),
            (error.Operation, error.Path, error.Offset, error.Length, error.Hint));
        Assert.Equal(NativeErrorKind.InvalidArgument, error.Error.Kind);
        Assert.IsAssignableFrom<IOException>(error);
    }

    [Fact]
    public void What_is_not_known_is_left_out()
    {
        var error = new NativeIOException("make a ring", null, NativeError.Of(NativeErrorKind.NotPermitted));

        Assert.Equal("cannot make a ring: operation not permitted (EPERM)", error.Message);
    }

    [Fact]
    public void A_code_without_a_name_is_told_by_its_number()
    {
        var error = new NativeIOException("read", FilePath.FromText("a"), new NativeError(4711));

        Assert.Equal("cannot read a: unknown error (errno 4711)", error.Message);
    }
}
