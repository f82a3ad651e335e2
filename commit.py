#!/usr/bin/env python3
# usage: commit.py "message" path... ; a path written path::regex takes only hunks whose changed lines match regex
import subprocess,sys,os,re,tempfile
os.chdir('/work/main')
def run(*a,env=None,inp=None):
    r=subprocess.run(a,capture_output=True,text=True,env=env,input=inp)
    if r.returncode: print('FAILED',a,r.stdout,r.stderr); sys.exit(1)
    return r.stdout
msg=sys.argv[1]; paths=sys.argv[2:]
head=run('git','rev-parse','HEAD').strip()
idx=tempfile.mktemp(prefix='idx')
env={**os.environ,'GIT_INDEX_FILE':idx}
run('git','read-tree',head,env=env)
mine=[]
for p in paths:
    if '::' in p:
        f,rx=p.split('::',1)
        d=run('git','diff','-U1',head,'--',f)
        if not d: print('no diff',f); continue
        parts=re.split(r'(?m)^(?=@@ )',d)
        header,hunks=parts[0],parts[1:]
        take=[h for h in hunks if any(re.search(rx,l[1:]) for l in h.splitlines()[1:] if l[:1] in '+-')]
        if not take: print('no hunks',f); continue
        print(f,len(take),'of',len(hunks),'hunks')
        run('git','apply','--cached','--recount','--unidiff-zero','-',env=env,inp=header+''.join(take))
        mine.append(f)
    else:
        if os.path.exists(p): run('git','add','--',p,env=env)
        else: run('git','rm','--cached','-q','--',p,env=env)
        mine.append(p)
tree=run('git','write-tree',env=env).strip()
c=run('git','commit-tree',tree,'-p',head,'-m',msg).strip()
run('git','update-ref','refs/heads/main',c,head)
# bring the real index up to date for these paths only
listed=run('git','ls-tree','-r',c,'--',*mine)
run('git','update-index','--add','--index-info',inp=listed)
for p in mine:
    if not os.path.exists(p): subprocess.run(['git','update-index','--force-remove',p])
os.unlink(idx)
print(run('git','show','--stat','--format=%h %s',c))
