#pragma warning disable CA1822

namespace Landspeed.Conventions.Tests.CircleSamples.One
{
    public sealed class First
    {
        public object Use() => new Two.Second();
    }
}

namespace Landspeed.Conventions.Tests.CircleSamples.Two
{
    public sealed class Second
    {
        public Three.Third? Third { get; init; }
    }
}

namespace Landspeed.Conventions.Tests.CircleSamples.Three
{
    /// <summary>Closes the circle, in a lambda.</summary>
    public sealed class Third
    {
        public Func<object> Use() => () => new One.First();
    }
}

namespace Landspeed.Conventions.Tests.CircleSamples.Beside
{
    /// <summary>Is part of no circle: nobody uses it.</summary>
    public sealed class Fourth
    {
        public One.First? First { get; init; }
    }
}
