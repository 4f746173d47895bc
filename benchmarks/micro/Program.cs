using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;

// micro --filter '*Hashing*' | --list flat | any other option of BenchmarkDotNet
//
// Everything runs in this process: the default of BenchmarkDotNet builds a project for each benchmark, which restores
// packages. Results and logs go to artifacts/micro.
IConfig config = ManualConfig.Create(DefaultConfig.Instance)
    .AddJob(Job.Default.WithToolchain(InProcessEmitToolchain.Instance))
    .AddDiagnoser(MemoryDiagnoser.Default)
    .WithArtifactsPath(Path.Combine("artifacts", "micro"));
BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly).Run(args, config);
