using System.Diagnostics.CodeAnalysis;

namespace Landspeed.Mpi;

/// <summary>Ranks that are processes, on one host or many, started by an MPI launcher.</summary>
/// <remarks>
/// <para> A dedicated thread loads the library and makes all calls; other threads hand over theirs and sleep. It makes
/// none between calls of the group, so that nothing disturbs timings there. </para>
/// <para> A process can be a rank only once, because MPI cannot be initialised again. A process that ends without
/// <see cref="IDisposable.Dispose"/>, or disposes a broken group, ends the job: the launcher ends the other ranks and
/// reports a failure. </para>
/// </remarks>
public sealed class MpiGroup : ProcessGroup
{
    private readonly MpiThread _thread;
    private readonly MpiProtocol _protocol;
    private readonly SemaphoreSlim _asking = new(1);
    private MpiCall? _server;

    private MpiGroup(MpiThread thread, MpiProtocol protocol, string version)
        : base(protocol.Rank, protocol.Size, Environment.MachineName)
    {
        (_thread, _protocol, Library, LibraryVersion) = (thread, protocol, thread.Library.Name, version);
    }

    /// <summary>The library's file name, for example <c>libmpi.so.40</c>.</summary>
    public string Library { get; }

    /// <summary>The library's description of itself, for example <c>Open MPI v4.1.4, …</c>.</summary>
    public string LibraryVersion { get; }

    /// <summary>Joins the ranks that the launcher started with this one. Collective.</summary>
    /// <param name="library">File name or path of the library, or null for the launcher's.</param>
    /// <param name="clock">The clock of this rank, or null for the system's.</param>
    /// <returns>This process's rank.</returns>
    /// <exception cref="ProcessGroupException">
    /// There is no launcher and no library was named; the library is missing, or belongs to another launcher; or MPI
    /// was already initialised. The message says what to try. The process can continue without a group.
    /// </exception>
    /// <remarks>Waits for all ranks inside the library, which spins during that time. About 0.1 to 1 s.</remarks>
    public static MpiGroup Start(string? library = null, TimeProvider? clock = null)
    {
        MpiLauncher? launcher = MpiLauncher.Find();
        if (launcher is null && library is null)
        {
            throw new ProcessGroupException("no MPI launcher started this process (none of OMPI_COMM_WORLD_SIZE, PMI_SIZE and PMIX_RANK is set); start it by mpirun -n RANKS, or name a library");
        }

        if (library is null)
        {
            launcher!.RequireLibrary();
        }

        TimeProvider time = clock ?? TimeProvider.System;
        var thread = new MpiThread(() => Join(launcher, library), time);
        var protocol = new MpiProtocol(thread.Library, time);
        string version = string.Empty;
        thread.Run(Ask(), CancellationToken.None);
        return new MpiGroup(thread, protocol, version);

        IEnumerable<bool> Ask()
        {
            protocol.Introduce();
            version = thread.Library.Version;
            yield break;
        }
    }

    /// <summary>Gets the name and version of the library that would be loaded, without joining the ranks.</summary>
    /// <param name="launcher">The launcher.</param>
    /// <returns>File name and version.</returns>
    /// <exception cref="ProcessGroupException">The library is missing; the message says what to install.</exception>
    /// <remarks>Loads the library into this process permanently.</remarks>
    public static (string Library, string Version) Look(MpiLauncher launcher)
    {
        ArgumentNullException.ThrowIfNull(launcher);
        launcher.RequireLibrary();
        MpiLibrary library = MpiLibrary.Load(launcher.Libraries, launcher.Package);
        return (library.Name, library.Version);
    }

    private protected override AgreedStart Agree(TimeSpan delay, CancellationToken stop)
    {
        var agreed = new AgreedStart[1];
        _thread.Run(_protocol.Agree(delay, agreed), stop);
        return agreed[0];
    }

    private protected override void Meet(CancellationToken stop) => _thread.Run(_protocol.Meet(), stop);

    private protected override long[]? Add(long[] values, CancellationToken stop)
    {
        bool[] equal = new bool[1];
        _thread.Run(_protocol.Add(values, equal), stop);
        return equal[0] ? values : null;
    }

    private protected override IReadOnlyList<byte[]> Collect(byte[] bytes, CancellationToken stop)
    {
        List<byte[]> all = [];
        _thread.Run(_protocol.Collect(bytes, all), stop);
        return all;
    }

    private protected override void Listen(Func<int, byte[], byte[]> answer, CancellationToken stop)
    {
        if (Rank == 0 && Size > 1)
        {
            _server = _thread.Start(_protocol.Serve(answer));
        }

        Meet(stop);
    }

    private protected override byte[] AskRankZero(byte[] question, CancellationToken stop)
    {
        _asking.Wait(stop);
        try
        {
            var answer = new (byte[] Bytes, string? Refusal)[1];
            _thread.Run(_protocol.Ask(question, answer), stop);
            return answer[0].Refusal is { } refusal ? throw NoAnswer(refusal) : answer[0].Bytes;
        }
        finally
        {
            _asking.Release();
        }
    }

    private protected override void ListenNoMore(CancellationToken stop)
    {
        if (Rank > 0)
        {
            _thread.Run(_protocol.EndAsking(), stop);
        }

        _server?.Wait(stop);
        _server = null;
        Meet(stop);
    }

    [DoesNotReturn]
    private protected override void EndJob(int exitCode) => _thread.Abort(exitCode);

    private protected override void Leave(bool inStep)
    {
        if (inStep)
        {
            // A wait inside the library would spin, so wait here.
            Meet(CancellationToken.None);
        }

        _thread.End(finalize: inStep);
        _asking.Dispose();
    }

    private static MpiLibrary Join(MpiLauncher? launcher, string? name)
    {
        MpiLibrary library = MpiLibrary.Load(name is null ? launcher!.Libraries : [name], launcher?.Package ?? "libopenmpi3 or libmpich12");
        if (library.IsInitialized)
        {
            throw new ProcessGroupException($"{library.Name} was initialised before in this process, and MPI cannot be a second time; keep the group that there is");
        }

        library.Initialize();
        if (launcher?.Size is { } wanted && wanted != library.Size())
        {
            string version = library.Version;
            int size = library.Size();
            library.Leave();
            throw new ProcessGroupException(
                $"{launcher.Name} started {RankName.Number(wanted)} ranks ({launcher.Variable}), but {library.Name} ({version}) sees {RankName.Number(size)}: they do not belong together, "
                + "and each rank would do the whole job. Start with the mpirun of this library, or install the launcher's, on Debian: "
                + $"apt install {launcher.Package}");
        }

        return library;
    }
}
