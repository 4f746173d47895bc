using Landspeed.Testing;

namespace Landspeed.Experiments.Tests;

public sealed class FrameworkErrorsTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void A_missing_file_is_named_with_cause_and_advice() => Check(
        () => File.OpenRead(_scratch.File("it's missing")), _scratch.File("it's missing"), "ENOENT", "removed or renamed while the command ran");

    [Fact]
    public void A_missing_directory_is_named_with_cause_and_advice() => Check(
        () => File.OpenRead(_scratch.File("missing/file")), _scratch.File("missing/file"), "ENOENT", "removed or renamed while the command ran");

    [Fact]
    public void A_missing_permission_is_named_with_cause_and_advice() => Check(
        () => throw new UnauthorizedAccessException("Access to the path '/data/x' is denied."), "/data/x", "EACCES", "permissions");

    [Fact]
    public void A_directory_that_is_no_file_is_named_with_cause_and_advice() => Check(
        () => File.OpenRead(_scratch.Path), _scratch.Path, "E", "cannot use");

    [Fact]
    public void What_says_so_itself_is_left_as_it_is()
    {
        Assert.Equal("what; why", FrameworkErrors.Message(new ExperimentException(Outcome.Failed, "what; why")));
        Assert.Equal("plain", FrameworkErrors.Message(new IOException("plain")));
        var native = new NativeIOException("read", FilePath.FromText("x"), NativeError.Of(NativeErrorKind.NoSpace));
        Assert.Equal(native.Message, FrameworkErrors.Message(native));
        Assert.Equal(native.Error.ToString(), FrameworkErrors.Cause(native));
        Assert.Equal("Unable to read beyond", FrameworkErrors.Cause(new EndOfStreamException("Unable to read beyond.")));
    }

    private static void Check(Action use, string path, string name, string advice)
    {
        Exception failure = Assert.ThrowsAny<Exception>(use);

        string message = FrameworkErrors.Message(failure);

        Assert.StartsWith($"cannot use {path}: ", message, StringComparison.Ordinal);
        Assert.Contains($"({name}", message, StringComparison.Ordinal);
        Assert.Contains(advice, message, StringComparison.Ordinal);
        Assert.DoesNotContain("Could not find", message, StringComparison.Ordinal);
        Assert.DoesNotContain("\n", message, StringComparison.Ordinal);
    }
}
