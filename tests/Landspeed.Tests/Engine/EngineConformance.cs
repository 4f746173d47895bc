namespace Landspeed.Tests.Engine;

/// <summary>What every engine keeps that moves bytes of files, the contract of queue, submit and reap included.</summary>
public abstract partial class EngineConformance : ContractConformance;
