namespace Landspeed.Packages.Tests;

/// <summary>The packages are made once for all tests of them.</summary>
[CollectionDefinition(nameof(Packing))]
public sealed class PackingCollection : ICollectionFixture<Packing>;
