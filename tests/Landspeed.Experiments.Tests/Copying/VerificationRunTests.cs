using Landspeed.Experiments.Copying;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Copying;

public sealed class VerificationRunTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public VerificationRunTests() =>
        Command.Shell($"cd '{_scratch.Path}' && mkdir d && for n in 1 2 3; do echo $n > d/$n; done && cd d && sha256sum * > ../m");

    public void Dispose()
    {
        Command.Run("umount", ["-l", _scratch.File("d")]);
        _scratch.Dispose();
    }

    [Theory]
    [InlineData("cp -a d e && mv d aside && mv e d")]
    [InlineData("cp -a d e && mount --bind e d")]
    [InlineData("mv d aside && cp -a aside e && ln -s e d")]
    public void A_directory_that_is_not_the_same_at_the_end_is_reported(string command)
    {
        int found = 0;
        var task = new VerificationTask { Manifest = _scratch.FilePath("m"), Directory = _scratch.FilePath("d"), Threads = 1 };
        var run = new VerificationRun(
            task,
            entry =>
            {
                // Every file was read by then: a reader that runs ahead meets no name in between.
                if (++found == 3)
                {
                    Command.Shell($"cd '{_scratch.Path}' && {command}");
                }
            },
            null,
            TestContext.Current.CancellationToken);

        VerificationSection section = run.Execute(TimeProvider.System).Cells[0].Runs[0].Verification!;

        VerificationEntryRecord entry = Assert.Single(section.Entries);
        Assert.Equal((VerificationState.Unreadable, _scratch.File("d")), (entry.State, entry.Path));
        Assert.Equal((3, 1), (section.FilesOk, section.FilesUnreadable));
    }
}
