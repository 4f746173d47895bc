namespace Landspeed.Tests.Platform.Linux;

/// <summary>One number to compare: what our code says, and how C asks for it.</summary>
/// <param name="Name">Unique, without spaces.</param>
/// <param name="Expression">A C expression.</param>
/// <param name="Guard">A macro that headers new enough define; null when all have it.</param>
/// <param name="Ours">Our value.</param>
internal sealed record HeaderQuestion(string Name, string Expression, string? Guard, long Ours);
