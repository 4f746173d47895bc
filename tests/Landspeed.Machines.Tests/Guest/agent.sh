#!/bin/sh
# Runs what the host asks for over the second serial line. A line N asks for /host/N.sh; its output, errors and exit code go to
# /host/N.out, N.err and N.code, and then the line N is the answer. Several run at once. As the first process it is the init.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8
if [ $$ = 1 ]; then
  mount -t proc p /proc 2>/dev/null
  mount -t sysfs s /sys
  mkdir -p /dev/shm /dev/pts
  mount -t devpts p /dev/pts
  for tmp in /tmp /run /dev/shm; do mount -t tmpfs t $tmp; done
  hostname machine
  ip link set lo up
fi
read -r words </proc/cmdline
for word in $words; do
  case $word in
    agent.modules=*) modules=${word#*=} ;;
    agent.node=*) node=${word#*=} ;;
  esac
done
modprobe -a 9pnet_virtio $(echo "${modules:-}" | tr , ' ')
if [ -n "${node:-}" ]; then
  hostname "node$node"
  ip addr add "10.0.0.$node/24" dev eth0
  ip link set eth0 up
fi
mountpoint -q /host || mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144,cache=none host /host || echo 'cannot mount what the host shares'
for file in /host/put/*; do
  program=/usr/local/bin/${file##*/}
  [ -e "$program" ] || { cp "$file" "$program" && chmod 755 "$program"; }
done
stty -F /dev/ttyS1 raw -echo
exec 3<>/dev/ttyS1
echo "ready $(uname -r)" >&3
while read -r number <&3; do
  (
    cd /root
    sh "/host/$number.sh" >"/host/$number.out" 2>"/host/$number.err" </dev/null 3>&-
    echo $? >"/host/$number.code"
    echo "$number" >&3
  ) &
done
