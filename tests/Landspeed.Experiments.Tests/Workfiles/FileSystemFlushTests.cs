using Landspeed.Experiments.Workfiles;
using Landspeed.Testing;
using Landspeed.Testing.Faults;

namespace Landspeed.Experiments.Tests.Workfiles;

public class FileSystemFlushTests
{
    [Fact]
    public void Where_flushing_a_file_system_may_do_nothing_each_file_and_directory_is_flushed()
    {
        using FaultStage stage = FaultStage.OnMount();
        Command.Shell($"cd '{stage.Root}/target' && mkdir d && echo 1 > one && echo 2 > d/two");

        Assert.True(FileSystemFlush.OfFiles(FilePath.FromText(stage.Root + "/target")));

        Assert.Equal(
            ["/", "/target", "/target/d", "/target/d/two", "/target/one"],
            ((FaultMount)stage.Faults).Operations.Where(one => one.Word is "fsync" or "fsyncdir").Select(one => one.Path).Order(StringComparer.Ordinal));
    }
}
