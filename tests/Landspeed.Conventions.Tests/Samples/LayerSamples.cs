#pragma warning disable MA0048, CA1050, CA1822, CA1812

namespace Landspeed.Conventions.Tests.Samples.Quantities
{
    /// <summary>Breaks the order: looks to the right.</summary>
    public sealed class LooksRight
    {
        public void Use() => Streams.RightMost.Call();
    }
}

namespace Landspeed.Conventions.Tests.Samples.Engine
{
    public interface IContract;

    public sealed record ContractRecord;

    public sealed class ContractException : Exception;

    public enum ContractKind
    {
        One,
    }

    public class Implementation;

    /// <summary>Breaks the order: hidden in a lambda and a generic argument.</summary>
    public sealed class LooksAtAFileInALambda
    {
        public Func<int> Use() => () => new List<Files.FileImplementation>().Count;
    }
}

namespace Landspeed.Conventions.Tests.Samples.Files
{
    public class FileImplementation;

    /// <summary>Breaks: a type elsewhere has this name.</summary>
    public sealed class Homeless;

    /// <summary>Keeps the order: contracts of a neighbour, and a layer below.</summary>
    public sealed class SeesContracts(Engine.IContract contract, Engine.ContractRecord record)
    {
        public Engine.IContract Contract => contract;

        public Engine.ContractRecord Record => record;

        public void Use(Quantities.LooksRight left, Engine.ContractKind kind)
        {
            ArgumentNullException.ThrowIfNull(left);
            if (kind != Engine.ContractKind.One)
            {
                throw new Engine.ContractException();
            }
        }
    }

    /// <summary>Breaks the order: an implementation of a neighbour.</summary>
    public sealed class SeesImplementation : Engine.Implementation;
}

namespace Landspeed.Conventions.Tests.Samples.Hashing
{
    /// <summary>Breaks the order: Hashing sees no neighbour, not even a contract.</summary>
    public sealed class SeesNeighbour
    {
        public Engine.ContractKind Kind { get; init; }
    }
}

namespace Landspeed.Conventions.Tests.Samples.Streams
{
    public static class RightMost
    {
        public static void Call()
        {
        }
    }
}

namespace Landspeed.Conventions.Tests.Samples.Copying.Room
{
    /// <summary>Keeps the order: a room may use what its folder may.</summary>
    public sealed record RoomRecord(Engine.ContractKind Kind);

    /// <summary>Breaks the order: looks at the root.</summary>
    public sealed class CallsAnEntryPoint
    {
        public object Use() => new EntryPoint();
    }
}

namespace Landspeed.Conventions.Tests.Samples
{
    /// <summary>Keeps the order: the root may use every folder and room.</summary>
    public sealed class EntryPoint
    {
        public object Use(Engine.Implementation left)
        {
            ArgumentNullException.ThrowIfNull(left);
            Streams.RightMost.Call();
            return new Copying.Room.RoomRecord(Engine.ContractKind.One);
        }
    }
}

namespace Landspeed.Conventions.Tests.Samples.Elsewhere
{
    /// <summary>Breaks the order: its folder is missing there.</summary>
    public sealed class Homeless;
}
