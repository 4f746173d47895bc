using Landspeed.Files;
using Landspeed.Testing;

namespace Landspeed.Tests.Files;

public sealed class PlainPathTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public PlainPathTests() =>
        Command.Shell($"cd '{_scratch.Path}' && mkdir -p real/deep/er plain && ln -s real/deep link && ln -s missing dangling");

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData("link/../file", "real/file")]
    [InlineData("link/..", "real")]
    [InlineData("link/../", "real")]
    [InlineData("link/er/../../a/b", "real/a/b")]
    [InlineData("plain/../link/../x", "real/x")]
    [InlineData("link/.././/..//x", "x")] // back where it began
    public void A_way_through_a_link_and_back_is_named_as_the_system_goes(string given, string expected) =>
        Assert.Equal(Path.GetFullPath(_scratch.File(expected)), Path.GetFullPath(PlainPath.Of(_scratch.FilePath(given)).Text));

    [Theory]
    [InlineData("file")]
    [InlineData("link/file")]
    [InlineData("link/./file")]
    [InlineData("plain/../file")]
    [InlineData("real/deep/../..")]
    [InlineData("..file/x..")]
    public void Every_other_name_stays_as_it_is(string given) =>
        Assert.Equal(_scratch.FilePath(given), PlainPath.Of(_scratch.FilePath(given)));

    [Theory]
    [InlineData("../x")]
    [InlineData("./../../x")]
    [InlineData("..")]
    [InlineData("/../x")]
    public void Upwards_from_here_there_is_no_link(string given) =>
        Assert.Equal(FilePath.FromText(given), PlainPath.Of(FilePath.FromText(given)));

    [Theory]
    [InlineData("missing/../file", "missing/..")]
    [InlineData("dangling/../file", "dangling/..")]
    public void What_the_system_cannot_find_is_not_guessed(string given, string named)
    {
        var refused = Assert.Throws<NativeIOException>(() => PlainPath.Of(_scratch.FilePath(given)));

        Assert.Equal((_scratch.FilePath(named), NativeErrorKind.NotFound), (refused.Path!, refused.Error.Kind));
    }

    [Theory]
    [InlineData("link", "")]
    [InlineData("link/..", "")]
    [InlineData("real/deep", "real")]
    [InlineData("link/er/..", "")] // the same directory as link
    public void The_directory_around_one_is_found(string given, string expected) =>
        Assert.Equal(_scratch.File(expected).TrimEnd('/'), PlainPath.ParentOf(_scratch.FilePath(given)).Text);
}
