namespace Landspeed.Mpi.Tests;

public class MpiLauncherTests
{
    [Fact]
    public void Without_a_launcher_a_process_is_alone() => Assert.Null(MpiLauncher.Find(_ => null));

    [Theory]
    [InlineData("OMPI_COMM_WORLD_SIZE=4", "OMPI_COMM_WORLD_SIZE", 4, "libmpi.so.40")]
    [InlineData("PMI_SIZE=3 PMI_RANK=0", "PMI_SIZE", 3, "libmpich.so.12")]
    [InlineData("MPI_LOCALNRANKS=2", "MPI_LOCALNRANKS", null, "libmpich.so.12")]
    [InlineData("PMIX_RANK=0 SLURM_STEP_NUM_TASKS=4", "PMIX_RANK", 4, "libmpi.so.40")]
    [InlineData("PMI_SIZE=3 SLURM_STEP_NUM_TASKS=3", "PMI_SIZE", 3, "libmpich.so.12")]
    [InlineData("OMPI_COMM_WORLD_SIZE=8 SLURM_STEP_NUM_TASKS=2", "OMPI_COMM_WORLD_SIZE", 8, "libmpi.so.40")]
    [InlineData("OMPI_COMM_WORLD_SIZE=many", "OMPI_COMM_WORLD_SIZE", null, "libmpi.so.40")]
    public void The_environment_tells_the_launcher(string environment, string variable, int? size, string library)
    {
        Dictionary<string, string> variables = environment.Split(' ').Select(pair => pair.Split('=')).ToDictionary(pair => pair[0], pair => pair[1]);

        MpiLauncher launcher = MpiLauncher.Find(variables.GetValueOrDefault)!;

        Assert.Equal((variable, size, library), (launcher.Variable, launcher.Size, launcher.Libraries[0]));
    }

    [Fact]
    public void One_task_of_srun_is_alone() => Assert.Null(MpiLauncher.Find(name => name == "SLURM_STEP_NUM_TASKS" ? "1" : null));

    [Fact]
    public void Tasks_of_srun_that_do_not_know_of_each_other_are_refused()
    {
        MpiLauncher launcher = MpiLauncher.Find(name => name == "SLURM_STEP_NUM_TASKS" ? "4" : null)!;

        string message = Assert.Throws<ProcessGroupException>(() => MpiGroup.Look(launcher)).Message;

        Assert.Contains("4 tasks without MPI", message);
        Assert.Contains("--mpi=pmix", message);
    }

    [Fact]
    public void A_missing_library_is_named_with_the_package_to_install()
    {
        var launcher = new MpiLauncher("a launcher", "X", 2, ["libno-such-mpi.so.1", "libno-such-mpi.so.2"], "libno-such");

        string message = Assert.Throws<ProcessGroupException>(() => MpiGroup.Look(launcher)).Message;

        Assert.Contains("libno-such-mpi.so.1", message);
        Assert.Contains("libno-such-mpi.so.2", message);
        Assert.Contains("apt install libno-such", message);
    }

    [Fact]
    public void A_library_that_is_not_MPI_is_refused()
    {
        var launcher = new MpiLauncher("a launcher", "X", 2, ["libc.so.6"], "libopenmpi3");

        Assert.Contains("has no MPI_Init_thread", Assert.Throws<ProcessGroupException>(() => MpiGroup.Look(launcher)).Message);
    }

    [Fact]
    public void A_process_without_a_launcher_is_told_how_to_start() =>
        Assert.Contains("mpirun -n", Assert.Throws<ProcessGroupException>(() => MpiGroup.Start()).Message);

    [Fact]
    public void Handles_are_those_of_the_family()
    {
        Assert.Equal(0x44000000, MpiHandles.Of(isStandard: false, _ => 0).World);
        Assert.Equal(0x101, MpiHandles.Of(isStandard: true, _ => 0).World);
        Assert.Equal(7, MpiHandles.Of(isStandard: false, _ => 7).World);
    }
}
