using System.Globalization;
using Landspeed.Testing;
using YamlDotNet.Serialization;

namespace Landspeed.Mpi.Tests;

/// <summary>The manifests have the shape that Kubernetes and the MPI Operator want, and their command lines do what they are to do.</summary>
[Collection("mpirun")]
public class KubernetesManifestTests
{
    private static readonly TimeSpan s_inTime = TimeSpan.FromSeconds(60);

    [Fact]
    public void The_indexed_job_has_as_many_pods_as_hosts_and_a_service_that_names_them()
    {
        Node service = Read("indexed-job.yaml", "v1/Service");
        Node job = Read("indexed-job.yaml", "batch/v1/Job");
        string name = job.Text("metadata", "name");

        string[] hosts = Variable(job, "HOSTS").Split(',');

        Assert.Equal("Indexed", job.Text("spec", "completionMode"));
        Assert.Equal(hosts.Length, job.Number("spec", "completions"));
        Assert.Equal(hosts.Length, job.Number("spec", "parallelism"));
        Assert.Equal(hosts, Enumerable.Range(0, hosts.Length).Select(index => $"{name}-{index}.{service.Text("metadata", "name")}"));
        Assert.Equal(service.Text("metadata", "name"), job.Text("spec", "template", "spec", "subdomain"));
        Assert.Equal("None", service.Text("spec", "clusterIP"));
        Assert.Equal(name, service.Text("spec", "selector", "job-name"));
    }

    [Fact]
    public void The_indexed_job_ends_with_pod_0_and_tries_again_only_what_another_try_can_mend()
    {
        Node job = Read("indexed-job.yaml", "batch/v1/Job");

        Assert.Equal("0", job.Text("spec", "successPolicy", "rules", 0, "succeededIndexes"));
        Assert.Equal("Never", job.Text("spec", "template", "spec", "restartPolicy")); // else Kubernetes refuses a podFailurePolicy
        Assert.Equal("FailJob", job.Text("spec", "podFailurePolicy", "rules", 0, "action"));
        Assert.Equal(job.Text("spec", "template", "spec", "containers", 0, "name"), job.Text("spec", "podFailurePolicy", "rules", 0, "onExitCodes", "containerName"));
        Assert.Equal(["2", "3", "4", "5", "6", "7"], job.Texts("spec", "podFailurePolicy", "rules", 0, "onExitCodes", "values"));
    }

    [Fact, Trait(Tier.Key, Tier.Mpich)]
    public void The_script_of_the_indexed_job_joins_ranks_on_two_hosts()
    {
        Capability.RequireProgram("mpirun.mpich");
        using var hosts = new NetworkHosts(2);
        Node job = Read("indexed-job.yaml", "batch/v1/Job");
        IReadOnlyList<string> command = job.Texts("spec", "template", "spec", "containers", 0, "command");
        Assert.Equal(["/bin/sh", "-c"], command.Take(2));
        string ports = Variable(job, "MPIEXEC_PORT_RANGE");

        // The second pod waits for the first for ever: it ends with the process that plays its host.
        using var scratch = new ScratchDirectory();
        File.WriteAllText(scratch.File("script"), command[2]);
        Command done = Command.Run("/bin/sh", ["-c", $"setsid {Pod(1)} & other=$!; {Pod(0)}; code=$?; kill -- -$other; exit $code"], s_inTime);

        Assert.True(done.ExitCode == 0, done.Output + done.Error);
        Assert.Equal(hosts.Names, done.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Where(line => !line.StartsWith("HYDRA_LAUNCH", StringComparison.Ordinal)));

        string Pod(int index) => string.Create(
            CultureInfo.InvariantCulture,
            $"env JOB_COMPLETION_INDEX={index} HOSTS={string.Join(',', hosts.Names)} MPIEXEC_PORT_RANGE={ports} "
                + $"{string.Join(' ', hosts.On(index, "/bin/sh", scratch.File("script"), Path.Combine(AppContext.BaseDirectory, "Landspeed.Mpi.Ranks"), "hosts"))}");
    }

    [Fact]
    public void The_job_of_the_operator_starts_as_many_ranks_as_it_has_workers()
    {
        Node job = Read("mpijob.yaml", "kubeflow.org/v2beta1/MPIJob");
        IReadOnlyList<string> words = job.Texts("spec", "mpiReplicaSpecs", "Launcher", "template", "spec", "containers", 0, "args");

        Assert.Equal("OpenMPI", job.Text("spec", "mpiImplementation"));
        Assert.Equal(1, job.Number("spec", "mpiReplicaSpecs", "Launcher", "replicas"));
        Assert.Equal(
            job.Number("spec", "mpiReplicaSpecs", "Worker", "replicas") * job.Number("spec", "slotsPerWorker"),
            int.Parse(words[words.ToList().IndexOf("-n") + 1], CultureInfo.InvariantCulture));
        Assert.Equal("/usr/sbin/sshd", job.Text("spec", "mpiReplicaSpecs", "Worker", "template", "spec", "containers", 0, "command", 0));
    }

    private static string Variable(Node job, string name)
    {
        for (int index = 0; ; index++)
        {
            if (job.Text("spec", "template", "spec", "containers", 0, "env", index, "name") == name)
            {
                return job.Text("spec", "template", "spec", "containers", 0, "env", index, "value");
            }
        }
    }

    private static Node Read(string file, string kind)
    {
        string text = File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "kubernetes", file));
        IDeserializer yaml = new DeserializerBuilder().Build();
        return text.Split("\n---\n").Select(part => new Node(yaml.Deserialize<object>(part)))
            .Single(node => $"{node.Text("apiVersion")}/{node.Text("kind")}" == kind);
    }

    /// <summary>A part of a manifest, by names and numbers of the way to it.</summary>
    private sealed record Node(object Value)
    {
        internal string Text(params object[] path) => Assert.IsType<string>(At(path));

        internal int Number(params object[] path) => int.Parse(Text(path), CultureInfo.InvariantCulture);

        internal IReadOnlyList<string> Texts(params object[] path) => [.. Assert.IsType<List<object>>(At(path)).Cast<string>()];

        private object At(object[] path) => path.Aggregate(Value, (at, step) => step is int index
            ? Assert.IsType<List<object>>(at)[index] : Assert.IsType<Dictionary<object, object>>(at)[step]);
    }
}
