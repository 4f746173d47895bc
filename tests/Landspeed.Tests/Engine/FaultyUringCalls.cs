using Landspeed.Platform;
using Landspeed.Platform.Linux;

namespace Landspeed.Tests.Engine;

/// <summary>The kernel's io_uring on a bad day: refuses what a test wants refused and passes on the rest.</summary>
internal sealed unsafe class FaultyUringCalls : IUringCalls
{
    private readonly UringCalls _kernel = UringCalls.Instance;

    /// <summary>Errors of the coming calls of enter that submit; then the kernel answers again.</summary>
    internal Queue<NativeErrorKind> EnterErrors { get; } = [];

    /// <summary>Set-up flags that this kernel is too old for.</summary>
    internal uint UnknownSetupFlags { get; init; }

    /// <summary>What registering answers instead of the kernel; null asks the kernel.</summary>
    internal Func<uint, int?> RegisterErrorCode { get; set; } = _ => null;

    /// <summary>Called before an enter that submits nothing and waits.</summary>
    internal Action<uint> BeforeWait { get; set; } = _ => { };

    /// <summary>Features that this kernel is too old for.</summary>
    internal uint UnknownFeatures { get; init; }

    public NativeResult Setup(uint entries, UringParameters* parameters)
    {
        if ((parameters->Flags & UnknownSetupFlags) != 0)
        {
            return NativeResult.Failure(NativeError.Of(NativeErrorKind.InvalidArgument));
        }

        NativeResult result = _kernel.Setup(entries, parameters);
        parameters->Features &= ~UnknownFeatures;
        return result;
    }

    public NativeResult Enter(int ring, uint submit, uint minimum, uint flags, long timeoutNs)
    {
        if (submit > 0 && EnterErrors.TryDequeue(out NativeErrorKind error))
        {
            return NativeResult.Failure(NativeError.Of(error));
        }

        if (submit == 0 && minimum > 0)
        {
            BeforeWait(minimum);
        }

        return _kernel.Enter(ring, submit, minimum, flags, timeoutNs);
    }

    public NativeResult Register(int ring, uint operation, void* argument, uint count) =>
        RegisterErrorCode(operation) is { } code
            ? NativeResult.Failure(new NativeError(code))
            : _kernel.Register(ring, operation, argument, count);

    public NativeResult Map(int ring, long length, long part, out nint address) =>
        _kernel.Map(ring, length, part, out address);

    public void CloseRing(int ring) => _kernel.CloseRing(ring);
}
