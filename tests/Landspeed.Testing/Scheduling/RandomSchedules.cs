using Landspeed.Testing.Simulation;

namespace Landspeed.Testing.Scheduling;

/// <summary>Schedules drawn by lot, from a seed, with as many preemptions and detours as come about.</summary>
internal sealed class RandomSchedules(ulong seed) : ISchedules
{
    // One step in eight: more would hide what takes two threads that each get somewhere.
    private const int StepsToPreemption = 8;

    private SeededRandom _random = new(seed);

    /// <inheritdoc/>
    public void Begin()
    {
    }

    /// <inheritdoc/>
    public int Choose(int count, ChoicePrice price) =>
        price == ChoicePrice.Preemption && _random.Below(StepsToPreemption) > 0 ? 0 : _random.Below(count);

    /// <inheritdoc/>
    public bool Advance() => true;
}
