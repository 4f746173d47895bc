// One rank under mpirun: SCENE [LIBRARY]. Exit code 0 when all went as it should.
using Landspeed.Mpi;
using Landspeed.Mpi.Ranks;

string scene = args[0];
try
{
    using MpiGroup group = MpiGroup.Start(args.ElementAtOrDefault(1));
    try
    {
        Scenes.Play(scene, group);
        return 0;
    }
    catch (Exception e)
    {
        Console.Error.WriteLine($"rank {group.Rank}: {e}");
        group.Abort(9);
        return 9;
    }
}
catch (ProcessGroupException e)
{
    Console.Error.WriteLine(e.Message);
    return 3;
}
