(()=>{var sr={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},rr={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},Am=0,yd=1,Rm=2;var Rr=1,Cm=2,Io=3,or=0,ti=1,Nn=2,Cr=0,Lo=1,vd=2,Sd=3,bd=4,Pm=5;var Pr=100,Im=101,Lm=102,Dm=103,Nm=104,Um=200,Fm=201,Om=202,Bm=203,Md=204,wd=205,km=206,zm=207,Vm=208,Hm=209,Gm=210,Wm=211,Xm=212,qm=213,Ym=214,ic=0,sc=1,rc=2,yo=3,oc=4,ac=5,lc=6,cc=7,Ed=0,$m=1,Zm=2,cs=0,Td=1,Ad=2,Rd=3,Cd=4,Pd=5,Id=6,Ld=7;var Dd=300,Ir=301,Do=302,Xc=303,qc=304,hc=1e3,os=1001,uc=1002,Rn=1003,Jm=1004;var el=1005;var jn=1006,Yc=1007;var Ls=1008;var si=1009,Nd=1010,Ud=1011,No=1012,$c=1013,zi=1014,Vi=1015,Hi=1016,Zc=1017,Jc=1018,Lr=1020,Fd=35902,Od=35899,Bd=1021,kd=1022,Gi=1023,As=1026,Ds=1027,zd=1028,Kc=1029,ar=1030,jc=1031;var Qc=1033,nl=33776,il=33777,sl=33778,rl=33779,th=35840,eh=35841,nh=35842,ih=35843,sh=36196,rh=37492,oh=37496,ah=37488,lh=37489,ol=37490,ch=37491,hh=37808,uh=37809,dh=37810,fh=37811,ph=37812,mh=37813,gh=37814,_h=37815,xh=37816,yh=37817,vh=37818,Sh=37819,bh=37820,Mh=37821,wh=36492,Eh=36494,Th=36495,Ah=36283,Rh=36284,al=36285,Ch=36286;var ya=2300,dc=2301,ec=2302,ld=2303,cd=2400,hd=2401,ud=2402;var Km=3200;var Ph=0,jm=1,Ns="",Jn="srgb",va="srgb-linear",Sa="linear",Oe="srgb";var nc=7680;var Qm=519,tg=512,eg=513,ng=514,Vd=515,ig=516,sg=517,Hd=518,Gd=519,Wd=35044,Xd=35048;var qd="300 es",Ei=2e3,vo=2001;function Ax(i){for(let t=i.length-1;t>=0;--t)if(i[t]>=65535)return!0;return!1}function Rx(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function ba(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function rg(){let i=ba("canvas");return i.style.display="block",i}var Hp={},So=null;function Ma(...i){let t="THREE."+i.shift();So?So("log",t,...i):console.log(t,...i)}function og(i){let t=i[0];if(typeof t=="string"&&t.startsWith("TSL:")){let e=i[1];e&&e.isStackTrace?i[0]+=" "+e.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function ee(...i){i=og(i);let t="THREE."+i.shift();if(So)So("warn",t,...i);else{let e=i[0];e&&e.isStackTrace?console.warn(e.getError(t)):console.warn(t,...i)}}function ae(...i){i=og(i);let t="THREE."+i.shift();if(So)So("error",t,...i);else{let e=i[0];e&&e.isStackTrace?console.error(e.getError(t)):console.error(t,...i)}}function pa(...i){let t=i.join(" ");t in Hp||(Hp[t]=!0,ee(...i))}function ag(i,t,e){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(t,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}var lg={[ic]:ic,[rc]:lc,[oc]:oc,[yo]:ac,[sc]:sc,[lc]:rc,[cc]:cc,[ac]:yo},Oi=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[t]===void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){let n=this._listeners;return n===void 0?!1:n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){let n=this._listeners;if(n===void 0)return;let s=n[t];if(s!==void 0){let r=s.indexOf(e);r!==-1&&s.splice(r,1)}}dispatchEvent(t){let e=this._listeners;if(e===void 0)return;let n=e[t.type];if(n!==void 0){t.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,t);t.target=null}}},zn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Gp=1234567,ma=Math.PI/180,bo=180/Math.PI;function Us(){let i=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(zn[i&255]+zn[i>>8&255]+zn[i>>16&255]+zn[i>>24&255]+"-"+zn[t&255]+zn[t>>8&255]+"-"+zn[t>>16&15|64]+zn[t>>24&255]+"-"+zn[e&63|128]+zn[e>>8&255]+"-"+zn[e>>16&255]+zn[e>>24&255]+zn[n&255]+zn[n>>8&255]+zn[n>>16&255]+zn[n>>24&255]).toLowerCase()}function pe(i,t,e){return Math.max(t,Math.min(e,i))}function Yd(i,t){return(i%t+t)%t}function Cx(i,t,e,n,s){return n+(i-t)*(s-n)/(e-t)}function Px(i,t,e){return i!==t?(e-i)/(t-i):0}function ga(i,t,e){return(1-e)*i+e*t}function Ix(i,t,e,n){return ga(i,t,1-Math.exp(-e*n))}function Lx(i,t=1){return t-Math.abs(Yd(i,t*2)-t)}function Dx(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*(3-2*i))}function Nx(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*i*(i*(i*6-15)+10))}function Ux(i,t){return i+Math.floor(Math.random()*(t-i+1))}function Fx(i,t){return i+Math.random()*(t-i)}function Ox(i){return i*(.5-Math.random())}function Bx(i){i!==void 0&&(Gp=i);let t=Gp+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function kx(i){return i*ma}function zx(i){return i*bo}function Vx(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function Hx(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function $d(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function Gx(i,t,e,n,s){let r=Math.cos,o=Math.sin,a=r(e/2),l=o(e/2),c=r((t+n)/2),h=o((t+n)/2),u=r((t-n)/2),d=o((t-n)/2),f=r((n-t)/2),p=o((n-t)/2);switch(s){case"XYX":i.set(a*h,l*u,l*d,a*c);break;case"YZY":i.set(l*d,a*h,l*u,a*c);break;case"ZXZ":i.set(l*u,l*d,a*h,a*c);break;case"XZX":i.set(a*h,l*p,l*f,a*c);break;case"YXY":i.set(l*f,a*h,l*p,a*c);break;case"ZYZ":i.set(l*p,l*f,a*h,a*c);break;default:ee("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function Ih(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Zd(i,t){if(t.constructor===Float32Array)return i;let e=Ih(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/e,-1)}function Jd(i,t){if(t.constructor===Float32Array)return i;let e=Ih(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*e)}var ll={DEG2RAD:ma,RAD2DEG:bo,generateUUID:Us,clamp:pe,euclideanModulo:Yd,mapLinear:Cx,inverseLerp:Px,lerp:ga,damp:Ix,pingpong:Lx,smoothstep:Dx,smootherstep:Nx,randInt:Ux,randFloat:Fx,randFloatSpread:Ox,seededRandom:Bx,degToRad:kx,radToDeg:zx,isPowerOfTwo:Vx,ceilPowerOfTwo:Hx,floorPowerOfTwo:$d,setQuaternionFromProperEuler:Gx,normalize:Jd,denormalize:Zd},nf=class nf{constructor(t=0,e=0){this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("THREE.Vector2: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,n=this.y,s=t.elements;return this.x=s[0]*e+s[3]*n+s[6],this.y=s[1]*e+s[4]*n+s[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=pe(this.x,t.x,e.x),this.y=pe(this.y,t.y,e.y),this}clampScalar(t,e){return this.x=pe(this.x,t,e),this.y=pe(this.y,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(pe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(pe(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let n=Math.cos(e),s=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*s+t.x,this.y=r*s+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}};nf.prototype.isVector2=!0;var pt=nf,Ee=class{constructor(t=0,e=0,n=0,s=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=s}static slerpFlat(t,e,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],u=n[s+3],d=r[o+0],f=r[o+1],p=r[o+2],_=r[o+3];if(u!==_||l!==d||c!==f||h!==p){let m=l*d+c*f+h*p+u*_;m<0&&(d=-d,f=-f,p=-p,_=-_,m=-m);let g=1-a;if(m<.9995){let v=Math.acos(m),w=Math.sin(v);g=Math.sin(g*v)/w,a=Math.sin(a*v)/w,l=l*g+d*a,c=c*g+f*a,h=h*g+p*a,u=u*g+_*a}else{l=l*g+d*a,c=c*g+f*a,h=h*g+p*a,u=u*g+_*a;let v=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=v,c*=v,h*=v,u*=v}}t[e]=l,t[e+1]=c,t[e+2]=h,t[e+3]=u}static multiplyQuaternionsFlat(t,e,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],u=r[o],d=r[o+1],f=r[o+2],p=r[o+3];return t[e]=a*p+h*u+l*f-c*d,t[e+1]=l*p+h*d+c*u-a*f,t[e+2]=c*p+h*f+a*d-l*u,t[e+3]=h*p-a*u-l*d-c*f,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,n,s){return this._x=t,this._y=e,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let n=t._x,s=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),u=a(r/2),d=l(n/2),f=l(s/2),p=l(r/2);switch(o){case"XYZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"YXZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"ZXY":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"ZYX":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"YZX":this._x=d*h*u+c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u-d*f*p;break;case"XZY":this._x=d*h*u-c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u+d*f*p;break;default:ee("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let n=e/2,s=Math.sin(n);return this._x=t.x*s,this._y=t.y*s,this._z=t.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,n=e[0],s=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],h=e[6],u=e[10],d=n+a+u;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(o-s)*f}else if(n>a&&n>u){let f=2*Math.sqrt(1+n-a-u);this._w=(h-l)/f,this._x=.25*f,this._y=(s+o)/f,this._z=(r+c)/f}else if(a>u){let f=2*Math.sqrt(1+a-n-u);this._w=(r-c)/f,this._x=(s+o)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+u-n-a);this._w=(o-s)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<1e-8?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(pe(this.dot(t),-1,1)))}rotateTowards(t,e){let n=this.angleTo(t);if(n===0)return this;let s=Math.min(1,e/n);return this.slerp(t,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,h=e._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=this.dot(t);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-e;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,e=Math.sin(e*c)/h,this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this._onChangeCallback()}else this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this.normalize();return this}slerpQuaternions(t,e,n){return this.copy(t).slerp(e,n)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(t),s*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},sf=class sf{constructor(t=0,e=0,n=0){this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("THREE.Vector3: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(Wp.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(Wp.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[3]*n+r[6]*s,this.y=r[1]*e+r[4]*n+r[7]*s,this.z=r[2]*e+r[5]*n+r[8]*s,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(t){let e=this.x,n=this.y,s=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*s-a*n),h=2*(a*e-r*s),u=2*(r*n-o*e);return this.x=e+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=s+l*u+r*h-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[4]*n+r[8]*s,this.y=r[1]*e+r[5]*n+r[9]*s,this.z=r[2]*e+r[6]*n+r[10]*s,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=pe(this.x,t.x,e.x),this.y=pe(this.y,t.y,e.y),this.z=pe(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=pe(this.x,t,e),this.y=pe(this.y,t,e),this.z=pe(this.z,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(pe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let n=t.x,s=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let n=t.dot(this)/e;return this.copy(t).multiplyScalar(n)}projectOnPlane(t){return Ou.copy(this).projectOnVector(t),this.sub(Ou)}reflect(t){return this.sub(Ou.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(pe(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y,s=this.z-t.z;return e*e+n*n+s*s}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){let s=Math.sin(e)*t;return this.x=s*Math.sin(n),this.y=Math.cos(e)*t,this.z=s*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),s=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=s,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}};sf.prototype.isVector3=!0;var R=sf,Ou=new R,Wp=new Ee,rf=class rf{constructor(t,e,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c)}set(t,e,n,s,r,o,a,l,c){let h=this.elements;return h[0]=t,h[1]=s,h[2]=a,h[3]=e,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],d=n[2],f=n[5],p=n[8],_=s[0],m=s[3],g=s[6],v=s[1],w=s[4],S=s[7],C=s[2],A=s[5],y=s[8];return r[0]=o*_+a*v+l*C,r[3]=o*m+a*w+l*A,r[6]=o*g+a*S+l*y,r[1]=c*_+h*v+u*C,r[4]=c*m+h*w+u*A,r[7]=c*g+h*S+u*y,r[2]=d*_+f*v+p*C,r[5]=d*m+f*w+p*A,r[8]=d*g+f*S+p*y,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8];return e*o*h-e*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=h*o-a*c,d=a*l-h*r,f=c*r-o*l,p=e*u+n*d+s*f;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let _=1/p;return t[0]=u*_,t[1]=(s*c-h*n)*_,t[2]=(a*n-s*o)*_,t[3]=d*_,t[4]=(h*e-s*l)*_,t[5]=(s*r-a*e)*_,t[6]=f*_,t[7]=(n*l-c*e)*_,t[8]=(o*e-n*r)*_,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+t,-s*c,s*l,-s*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return pa("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(Bu.makeScale(t,e)),this}rotate(t){return pa("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(Bu.makeRotation(-t)),this}translate(t,e){return pa("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(Bu.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<9;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}};rf.prototype.isMatrix3=!0;var me=rf,Bu=new me,Xp=new me().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),qp=new me().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function Wx(){let i={enabled:!0,workingColorSpace:va,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Oe&&(s.r=Ts(s.r),s.g=Ts(s.g),s.b=Ts(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Oe&&(s.r=xo(s.r),s.g=xo(s.g),s.b=xo(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===Ns?Sa:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[va]:{primaries:t,whitePoint:n,transfer:Sa,toXYZ:Xp,fromXYZ:qp,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:Jn},outputColorSpaceConfig:{drawingBufferColorSpace:Jn}},[Jn]:{primaries:t,whitePoint:n,transfer:Oe,toXYZ:Xp,fromXYZ:qp,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:Jn}}}),i}var Re=Wx();function Ts(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function xo(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var no,fc=class{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let n;if(t instanceof HTMLCanvasElement)n=t;else{no===void 0&&(no=ba("canvas")),no.width=t.width,no.height=t.height;let s=no.getContext("2d");t instanceof ImageData?s.putImageData(t,0,0):s.drawImage(t,0,0,t.width,t.height),n=no}return n.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=ba("canvas");e.width=t.width,e.height=t.height;let n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);let s=n.getImageData(0,0,t.width,t.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=Ts(r[o]/255)*255;return n.putImageData(s,0,0),e}else if(t.data){let e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(Ts(e[n]/255)*255):e[n]=Ts(e[n]);return{data:e,width:t.width,height:t.height}}else return ee("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},Xx=0,Mo=class{constructor(t=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:Xx++}),this.uuid=Us(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){let e=this.data;return typeof HTMLVideoElement<"u"&&e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):typeof VideoFrame<"u"&&e instanceof VideoFrame?t.set(e.displayWidth,e.displayHeight,0):e!==null?t.set(e.width||0,e.height||0,e.depth||0):t.set(0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(ku(s[o].image)):r.push(ku(s[o]))}else r=ku(s);n.url=r}return e||(t.images[this.uuid]=n),n}};function ku(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?fc.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(ee("Texture: Unable to serialize Texture."),{})}var qx=0,zu=new R,Qn=class i extends Oi{constructor(t=i.DEFAULT_IMAGE,e=i.DEFAULT_MAPPING,n=os,s=os,r=jn,o=Ls,a=Gi,l=si,c=i.DEFAULT_ANISOTROPY,h=Ns){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:qx++}),this.uuid=Us(),this.name="",this.source=new Mo(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new pt(0,0),this.repeat=new pt(1,1),this.center=new pt(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new me,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(zu).x}get height(){return this.source.getSize(zu).y}get depth(){return this.source.getSize(zu).z}get image(){return this.source.data}set image(t){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.normalized=t.normalized,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.mipmapsAutoUpdate=t.mipmapsAutoUpdate,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isPMREMTexture=t.isPMREMTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(let e in t){let n=t[e];if(n===void 0){ee(`Texture.setValues(): parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){ee(`Texture.setValues(): property '${e}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==Dd)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case hc:t.x=t.x-Math.floor(t.x);break;case os:t.x=t.x<0?0:1;break;case uc:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case hc:t.y=t.y-Math.floor(t.y);break;case os:t.y=t.y<0?0:1;break;case uc:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};Qn.DEFAULT_IMAGE=null;Qn.DEFAULT_MAPPING=Dd;Qn.DEFAULT_ANISOTROPY=1;var of=class of{constructor(t=0,e=0,n=0,s=1){this.x=t,this.y=e,this.z=n,this.w=s}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,s){return this.x=t,this.y=e,this.z=n,this.w=s,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("THREE.Vector4: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*s+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,s,r,l=t.elements,c=l[0],h=l[4],u=l[8],d=l[1],f=l[5],p=l[9],_=l[2],m=l[6],g=l[10];if(Math.abs(h-d)<.01&&Math.abs(u-_)<.01&&Math.abs(p-m)<.01){if(Math.abs(h+d)<.1&&Math.abs(u+_)<.1&&Math.abs(p+m)<.1&&Math.abs(c+f+g-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let w=(c+1)/2,S=(f+1)/2,C=(g+1)/2,A=(h+d)/4,y=(u+_)/4,T=(p+m)/4;return w>S&&w>C?w<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(w),s=A/n,r=y/n):S>C?S<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(S),n=A/s,r=T/s):C<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(C),n=y/r,s=T/r),this.set(n,s,r,e),this}let v=Math.sqrt((m-p)*(m-p)+(u-_)*(u-_)+(d-h)*(d-h));return Math.abs(v)<.001&&(v=1),this.x=(m-p)/v,this.y=(u-_)/v,this.z=(d-h)/v,this.w=Math.acos((c+f+g-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=pe(this.x,t.x,e.x),this.y=pe(this.y,t.y,e.y),this.z=pe(this.z,t.z,e.z),this.w=pe(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=pe(this.x,t,e),this.y=pe(this.y,t,e),this.z=pe(this.z,t,e),this.w=pe(this.w,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(pe(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}};of.prototype.isVector4=!0;var Be=of,pc=class extends Oi{constructor(t=1,e=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:jn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=n.depth,this.scissor=new Be(0,0,t,e),this.scissorTest=!1,this.viewport=new Be(0,0,t,e),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new Qn({width:t,height:e,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(t={}){let e={minFilter:jn,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.mipmapsAutoUpdate!==void 0&&(e.mipmapsAutoUpdate=t.mipmapsAutoUpdate),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),t!==null&&t.renderTarget===null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=t,this.textures[s].image.height=e,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,n=t.textures.length;e<n;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;let s=Object.assign({},t.textures[e].image);this.textures[e].source=new Mo(s)}if(this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveColorBuffer=t.resolveColorBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,this.storeMultisampledColorBuffer=t.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=t.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=t.storeMultisampledStencilBuffer,t.depthTexture!==null)if(t.depthTexture.renderTarget===t){let e=t.depthTexture.clone();e.renderTarget=null,this.depthTexture=e}else this.depthTexture=t.depthTexture;else this.depthTexture=null;return this.samples=t.samples,this.multiview=t.multiview,this.useArrayDepthTexture=t.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},_i=class extends pc{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}},wa=class extends Qn{constructor(t=null,e=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Rn,this.minFilter=Rn,this.wrapR=os,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var mc=class extends Qn{constructor(t=null,e=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Rn,this.minFilter=Rn,this.wrapR=os,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}};var Wc=class Wc{constructor(t,e,n,s,r,o,a,l,c,h,u,d,f,p,_,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c,h,u,d,f,p,_,m)}set(t,e,n,s,r,o,a,l,c,h,u,d,f,p,_,m){let g=this.elements;return g[0]=t,g[4]=e,g[8]=n,g[12]=s,g[1]=r,g[5]=o,g[9]=a,g[13]=l,g[2]=c,g[6]=h,g[10]=u,g[14]=d,g[3]=f,g[7]=p,g[11]=_,g[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new Wc().fromArray(this.elements)}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){let e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=n[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return this.determinantAffine()===0?(t.set(1,0,0),e.set(0,1,0),n.set(0,0,1),this):(t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,0,0,0,1),this}extractRotation(t){if(t.determinantAffine()===0)return this.identity();let e=this.elements,n=t.elements,s=1/io.setFromMatrixColumn(t,0).length(),r=1/io.setFromMatrixColumn(t,1).length(),o=1/io.setFromMatrixColumn(t,2).length();return e[0]=n[0]*s,e[1]=n[1]*s,e[2]=n[2]*s,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,n=t.x,s=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),u=Math.sin(r);if(t.order==="XYZ"){let d=o*h,f=o*u,p=a*h,_=a*u;e[0]=l*h,e[4]=-l*u,e[8]=c,e[1]=f+p*c,e[5]=d-_*c,e[9]=-a*l,e[2]=_-d*c,e[6]=p+f*c,e[10]=o*l}else if(t.order==="YXZ"){let d=l*h,f=l*u,p=c*h,_=c*u;e[0]=d+_*a,e[4]=p*a-f,e[8]=o*c,e[1]=o*u,e[5]=o*h,e[9]=-a,e[2]=f*a-p,e[6]=_+d*a,e[10]=o*l}else if(t.order==="ZXY"){let d=l*h,f=l*u,p=c*h,_=c*u;e[0]=d-_*a,e[4]=-o*u,e[8]=p+f*a,e[1]=f+p*a,e[5]=o*h,e[9]=_-d*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let d=o*h,f=o*u,p=a*h,_=a*u;e[0]=l*h,e[4]=p*c-f,e[8]=d*c+_,e[1]=l*u,e[5]=_*c+d,e[9]=f*c-p,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let d=o*l,f=o*c,p=a*l,_=a*c;e[0]=l*h,e[4]=_-d*u,e[8]=p*u+f,e[1]=u,e[5]=o*h,e[9]=-a*h,e[2]=-c*h,e[6]=f*u+p,e[10]=d-_*u}else if(t.order==="XZY"){let d=o*l,f=o*c,p=a*l,_=a*c;e[0]=l*h,e[4]=-u,e[8]=c*h,e[1]=d*u+_,e[5]=o*h,e[9]=f*u-p,e[2]=p*u-f,e[6]=a*h,e[10]=_*u+d}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(Yx,t,$x)}lookAt(t,e,n){let s=this.elements;return fi.subVectors(t,e),fi.lengthSq()===0&&(fi.z=1),fi.normalize(),qs.crossVectors(n,fi),qs.lengthSq()===0&&(Math.abs(n.z)===1?fi.x+=1e-4:fi.z+=1e-4,fi.normalize(),qs.crossVectors(n,fi)),qs.normalize(),Pl.crossVectors(fi,qs),s[0]=qs.x,s[4]=Pl.x,s[8]=fi.x,s[1]=qs.y,s[5]=Pl.y,s[9]=fi.y,s[2]=qs.z,s[6]=Pl.z,s[10]=fi.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],d=n[9],f=n[13],p=n[2],_=n[6],m=n[10],g=n[14],v=n[3],w=n[7],S=n[11],C=n[15],A=s[0],y=s[4],T=s[8],O=s[12],L=s[1],D=s[5],z=s[9],G=s[13],N=s[2],H=s[6],q=s[10],V=s[14],ct=s[3],J=s[7],Q=s[11],et=s[15];return r[0]=o*A+a*L+l*N+c*ct,r[4]=o*y+a*D+l*H+c*J,r[8]=o*T+a*z+l*q+c*Q,r[12]=o*O+a*G+l*V+c*et,r[1]=h*A+u*L+d*N+f*ct,r[5]=h*y+u*D+d*H+f*J,r[9]=h*T+u*z+d*q+f*Q,r[13]=h*O+u*G+d*V+f*et,r[2]=p*A+_*L+m*N+g*ct,r[6]=p*y+_*D+m*H+g*J,r[10]=p*T+_*z+m*q+g*Q,r[14]=p*O+_*G+m*V+g*et,r[3]=v*A+w*L+S*N+C*ct,r[7]=v*y+w*D+S*H+C*J,r[11]=v*T+w*z+S*q+C*Q,r[15]=v*O+w*G+S*V+C*et,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],h=t[2],u=t[6],d=t[10],f=t[14],p=t[3],_=t[7],m=t[11],g=t[15],v=l*f-c*d,w=a*f-c*u,S=a*d-l*u,C=o*f-c*h,A=o*d-l*h,y=o*u-a*h;return e*(_*v-m*w+g*S)-n*(p*v-m*C+g*A)+s*(p*w-_*C+g*y)-r*(p*S-_*A+m*y)}determinantAffine(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[1],o=t[5],a=t[9],l=t[2],c=t[6],h=t[10];return e*(o*h-a*c)-n*(r*h-a*l)+s*(r*c-o*l)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){let s=this.elements;return t.isVector3?(s[12]=t.x,s[13]=t.y,s[14]=t.z):(s[12]=t,s[13]=e,s[14]=n),this}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=t[9],d=t[10],f=t[11],p=t[12],_=t[13],m=t[14],g=t[15],v=e*a-n*o,w=e*l-s*o,S=e*c-r*o,C=n*l-s*a,A=n*c-r*a,y=s*c-r*l,T=h*_-u*p,O=h*m-d*p,L=h*g-f*p,D=u*m-d*_,z=u*g-f*_,G=d*g-f*m,N=v*G-w*z+S*D+C*L-A*O+y*T;if(N===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let H=1/N;return t[0]=(a*G-l*z+c*D)*H,t[1]=(s*z-n*G-r*D)*H,t[2]=(_*y-m*A+g*C)*H,t[3]=(d*A-u*y-f*C)*H,t[4]=(l*L-o*G-c*O)*H,t[5]=(e*G-s*L+r*O)*H,t[6]=(m*S-p*y-g*w)*H,t[7]=(h*y-d*S+f*w)*H,t[8]=(o*z-a*L+c*T)*H,t[9]=(n*L-e*z-r*T)*H,t[10]=(p*A-_*S+g*v)*H,t[11]=(u*S-h*A-f*v)*H,t[12]=(a*O-o*D-l*T)*H,t[13]=(e*D-n*O+s*T)*H,t[14]=(_*w-p*C-m*v)*H,t[15]=(h*C-u*w+d*v)*H,this}scale(t){let e=this.elements,n=t.x,s=t.y,r=t.z;return e[0]*=n,e[4]*=s,e[8]*=r,e[1]*=n,e[5]*=s,e[9]*=r,e[2]*=n,e[6]*=s,e[10]*=r,e[3]*=n,e[7]*=s,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],s=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,s))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),n=Math.sin(t);return this.set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let n=Math.cos(e),s=Math.sin(e),r=1-n,o=t.x,a=t.y,l=t.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,s,r,o){return this.set(1,n,r,0,t,1,o,0,e,s,1,0,0,0,0,1),this}compose(t,e,n){let s=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,h=o+o,u=a+a,d=r*c,f=r*h,p=r*u,_=o*h,m=o*u,g=a*u,v=l*c,w=l*h,S=l*u,C=n.x,A=n.y,y=n.z;return s[0]=(1-(_+g))*C,s[1]=(f+S)*C,s[2]=(p-w)*C,s[3]=0,s[4]=(f-S)*A,s[5]=(1-(d+g))*A,s[6]=(m+v)*A,s[7]=0,s[8]=(p+w)*y,s[9]=(m-v)*y,s[10]=(1-(d+_))*y,s[11]=0,s[12]=t.x,s[13]=t.y,s[14]=t.z,s[15]=1,this}decompose(t,e,n){let s=this.elements;t.x=s[12],t.y=s[13],t.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),e.identity(),this;let o=io.set(s[0],s[1],s[2]).length(),a=io.set(s[4],s[5],s[6]).length(),l=io.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Ni.copy(this);let c=1/o,h=1/a,u=1/l;return Ni.elements[0]*=c,Ni.elements[1]*=c,Ni.elements[2]*=c,Ni.elements[4]*=h,Ni.elements[5]*=h,Ni.elements[6]*=h,Ni.elements[8]*=u,Ni.elements[9]*=u,Ni.elements[10]*=u,e.setFromRotationMatrix(Ni),n.x=o,n.y=a,n.z=l,this}makePerspective(t,e,n,s,r,o,a=Ei,l=!1){let c=this.elements,h=2*r/(e-t),u=2*r/(n-s),d=(e+t)/(e-t),f=(n+s)/(n-s),p,_;if(l)p=r/(o-r),_=o*r/(o-r);else if(a===Ei)p=-(o+r)/(o-r),_=-2*o*r/(o-r);else if(a===vo)p=-o/(o-r),_=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=p,c[14]=_,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(t,e,n,s,r,o,a=Ei,l=!1){let c=this.elements,h=2/(e-t),u=2/(n-s),d=-(e+t)/(e-t),f=-(n+s)/(n-s),p,_;if(l)p=1/(o-r),_=o/(o-r);else if(a===Ei)p=-2/(o-r),_=-(o+r)/(o-r);else if(a===vo)p=-1/(o-r),_=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=p,c[14]=_,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<16;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}};Wc.prototype.isMatrix4=!0;var Ie=Wc,io=new R,Ni=new Ie,Yx=new R(0,0,0),$x=new R(1,1,1),qs=new R,Pl=new R,fi=new R,Yp=new Ie,$p=new Ee,Rs=class i{constructor(t=0,e=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=s}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,s=this._order){return this._x=t,this._y=e,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){let s=t.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],u=s[2],d=s[6],f=s[10];switch(e){case"XYZ":this._y=Math.asin(pe(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-pe(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(pe(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-pe(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(pe(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-pe(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:ee("Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return Yp.makeRotationFromQuaternion(t),this.setFromRotationMatrix(Yp,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return $p.setFromEuler(this),this.setFromQuaternion($p,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};Rs.DEFAULT_ORDER="XYZ";var wo=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},Zx=0,Zp=new R,so=new Ee,Ss=new Ie,Il=new R,la=new R,Jx=new R,Kx=new Ee,Jp=new R(1,0,0),Kp=new R(0,1,0),jp=new R(0,0,1),Qp={type:"added"},jx={type:"removed"},ro={type:"childadded",child:null},Vu={type:"childremoved",child:null},Ln=class i extends Oi{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:Zx++}),this.uuid=Us(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let t=new R,e=new Rs,n=new Ee,s=new R(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Ie},normalMatrix:{value:new me}}),this.matrix=new Ie,this.matrixWorld=new Ie,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new wo,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return so.setFromAxisAngle(t,e),this.quaternion.multiply(so),this}rotateOnWorldAxis(t,e){return so.setFromAxisAngle(t,e),this.quaternion.premultiply(so),this}rotateX(t){return this.rotateOnAxis(Jp,t)}rotateY(t){return this.rotateOnAxis(Kp,t)}rotateZ(t){return this.rotateOnAxis(jp,t)}translateOnAxis(t,e){return Zp.copy(t).applyQuaternion(this.quaternion),this.position.add(Zp.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(Jp,t)}translateY(t){return this.translateOnAxis(Kp,t)}translateZ(t){return this.translateOnAxis(jp,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(Ss.copy(this.matrixWorld).invert())}lookAt(t,e,n){t.isVector3?Il.copy(t):Il.set(t,e,n);let s=this.parent;this.updateWorldMatrix(!0,!1),la.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?Ss.lookAt(la,Il,this.up):Ss.lookAt(Il,la,this.up),this.quaternion.setFromRotationMatrix(Ss),s&&(Ss.extractRotation(s.matrixWorld),so.setFromRotationMatrix(Ss),this.quaternion.premultiply(so.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(ae("Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(Qp),ro.child=t,this.dispatchEvent(ro),ro.child=null):ae("Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(jx),Vu.child=t,this.dispatchEvent(Vu),Vu.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),Ss.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),Ss.multiply(t.parent.matrixWorld)),t.applyMatrix4(Ss),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(Qp),ro.child=t,this.dispatchEvent(ro),ro.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(la,t,Jx),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(la,Kx,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(t){t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let t=this.pivot;if(t!==null){let e=t.x,n=t.y,s=t.z,r=this.matrix.elements;r[12]+=e-r[0]*e-r[4]*n-r[8]*s,r[13]+=n-r[1]*e-r[5]*n-r[9]*s,r[14]+=s-r[2]*e-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e,n=!1){let s=this.parent;if(t===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),e===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(t){let e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(t),s.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(t.shapes,u)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));s.material=a}else s.material=r(t.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),h=o(t.images),u=o(t.shapes),d=o(t.skeletons),f=o(t.animations),p=o(t.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),d.length>0&&(n.skeletons=d),f.length>0&&(n.animations=f),p.length>0&&(n.nodes=p)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.pivot=t.pivot!==null?t.pivot.clone():null,this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.static=t.static,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){let s=t.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Ln.DEFAULT_UP=new R(0,1,0);Ln.DEFAULT_MATRIX_AUTO_UPDATE=!0;Ln.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var Ge=class extends Ln{constructor(){super(),this.isGroup=!0,this.type="Group"}},Qx={type:"move"},Eo=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new Ge,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new Ge,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new R,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new R),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new Ge,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new R,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new R,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let _ of t.hand.values()){let m=e.getJointPose(_,n),g=this._getHandJoint(c,_);m!==null&&(g.matrix.fromArray(m.transform.matrix),g.matrix.decompose(g.position,g.quaternion,g.scale),g.matrixWorldNeedsUpdate=!0,g.jointRadius=m.radius),g.visible=m!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],d=h.position.distanceTo(u.position),f=.02,p=.005;c.inputState.pinching&&d>f+p?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&d<=f-p&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:t,target:this})));a!==null&&(s=e.getPose(t.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(Qx)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let n=new Ge;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}},cg={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Ys={h:0,s:0,l:0},Ll={h:0,s:0,l:0};function Hu(i,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?i+(t-i)*6*e:e<1/2?t:e<2/3?i+(t-i)*6*(2/3-e):i}var de=class{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){let s=t;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=Jn){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,Re.colorSpaceToWorking(this,e),this}setRGB(t,e,n,s=Re.workingColorSpace){return this.r=t,this.g=e,this.b=n,Re.colorSpaceToWorking(this,s),this}setHSL(t,e,n,s=Re.workingColorSpace){if(t=Yd(t,1),e=pe(e,0,1),n=pe(n,0,1),e===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.r=Hu(o,r,t+1/3),this.g=Hu(o,r,t),this.b=Hu(o,r,t-1/3)}return Re.colorSpaceToWorking(this,s),this}setStyle(t,e=Jn){function n(r){r!==void 0&&parseFloat(r)<1&&ee("Color: Alpha component of "+t+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,e);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:ee("Color: Unknown color model "+t)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);ee("Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=Jn){let n=cg[t.toLowerCase()];return n!==void 0?this.setHex(n,e):ee("Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=Ts(t.r),this.g=Ts(t.g),this.b=Ts(t.b),this}copyLinearToSRGB(t){return this.r=xo(t.r),this.g=xo(t.g),this.b=xo(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=Jn){return Re.workingToColorSpace(Vn.copy(this),t),Math.round(pe(Vn.r*255,0,255))*65536+Math.round(pe(Vn.g*255,0,255))*256+Math.round(pe(Vn.b*255,0,255))}getHexString(t=Jn){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=Re.workingColorSpace){Re.workingToColorSpace(Vn.copy(this),e);let n=Vn.r,s=Vn.g,r=Vn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(s-r)/u+(s<r?6:0);break;case s:l=(r-n)/u+2;break;case r:l=(n-s)/u+4;break}l/=6}return t.h=l,t.s=c,t.l=h,t}getRGB(t,e=Re.workingColorSpace){return Re.workingToColorSpace(Vn.copy(this),e),t.r=Vn.r,t.g=Vn.g,t.b=Vn.b,t}getStyle(t=Jn){Re.workingToColorSpace(Vn.copy(this),t);let e=Vn.r,n=Vn.g,s=Vn.b;return t!==Jn?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(t,e,n){return this.getHSL(Ys),this.setHSL(Ys.h+t,Ys.s+e,Ys.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(Ys),t.getHSL(Ll);let n=ga(Ys.h,Ll.h,e),s=ga(Ys.s,Ll.s,e),r=ga(Ys.l,Ll.l,e);return this.setHSL(n,s,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,n=this.g,s=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*s,this.g=r[1]*e+r[4]*n+r[7]*s,this.b=r[2]*e+r[5]*n+r[8]*s,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Vn=new de;de.NAMES=cg;var Ea=class extends Ln{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new Rs,this.environmentIntensity=1,this.environmentRotation=new Rs,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),this.background=t.background!==null?t.background.clone():null,this.environment=t.environment!==null?t.environment.clone():null,this.fog=t.fog!==null?t.fog.clone():null,this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),this.overrideMaterial=t.overrideMaterial!==null?t.overrideMaterial.clone():null,this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),e.object.backgroundBlurriness=this.backgroundBlurriness,e.object.backgroundIntensity=this.backgroundIntensity,e.object.backgroundRotation=this.backgroundRotation.toArray(),e.object.environmentIntensity=this.environmentIntensity,e.object.environmentRotation=this.environmentRotation.toArray(),e}},Ui=new R,bs=new R,Gu=new R,Ms=new R,oo=new R,ao=new R,tm=new R,Wu=new R,Xu=new R,qu=new R,Yu=new Be,$u=new Be,Zu=new Be,rs=class i{constructor(t=new R,e=new R,n=new R){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,s){s.subVectors(n,e),Ui.subVectors(t,e),s.cross(Ui);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(t,e,n,s,r){Ui.subVectors(s,e),bs.subVectors(n,e),Gu.subVectors(t,e);let o=Ui.dot(Ui),a=Ui.dot(bs),l=Ui.dot(Gu),c=bs.dot(bs),h=bs.dot(Gu),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let d=1/u,f=(c*l-a*h)*d,p=(o*h-a*l)*d;return r.set(1-f-p,p,f)}static containsPoint(t,e,n,s){return this.getBarycoord(t,e,n,s,Ms)===null?!1:Ms.x>=0&&Ms.y>=0&&Ms.x+Ms.y<=1}static getInterpolation(t,e,n,s,r,o,a,l){return this.getBarycoord(t,e,n,s,Ms)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,Ms.x),l.addScaledVector(o,Ms.y),l.addScaledVector(a,Ms.z),l)}static getInterpolatedAttribute(t,e,n,s,r,o){return Yu.setScalar(0),$u.setScalar(0),Zu.setScalar(0),Yu.fromBufferAttribute(t,e),$u.fromBufferAttribute(t,n),Zu.fromBufferAttribute(t,s),o.setScalar(0),o.addScaledVector(Yu,r.x),o.addScaledVector($u,r.y),o.addScaledVector(Zu,r.z),o}static isFrontFacing(t,e,n,s){return Ui.subVectors(n,e),bs.subVectors(t,e),Ui.cross(bs).dot(s)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,s){return this.a.copy(t[e]),this.b.copy(t[n]),this.c.copy(t[s]),this}setFromAttributeAndIndices(t,e,n,s){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,s),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return Ui.subVectors(this.c,this.b),bs.subVectors(this.a,this.b),Ui.cross(bs).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return i.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return i.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,s,r){return i.getInterpolation(t,this.a,this.b,this.c,e,n,s,r)}containsPoint(t){return i.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return i.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let n=this.a,s=this.b,r=this.c,o,a;oo.subVectors(s,n),ao.subVectors(r,n),Wu.subVectors(t,n);let l=oo.dot(Wu),c=ao.dot(Wu);if(l<=0&&c<=0)return e.copy(n);Xu.subVectors(t,s);let h=oo.dot(Xu),u=ao.dot(Xu);if(h>=0&&u<=h)return e.copy(s);let d=l*u-h*c;if(d<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),e.copy(n).addScaledVector(oo,o);qu.subVectors(t,r);let f=oo.dot(qu),p=ao.dot(qu);if(p>=0&&f<=p)return e.copy(r);let _=f*c-l*p;if(_<=0&&c>=0&&p<=0)return a=c/(c-p),e.copy(n).addScaledVector(ao,a);let m=h*p-f*u;if(m<=0&&u-h>=0&&f-p>=0)return tm.subVectors(r,s),a=(u-h)/(u-h+(f-p)),e.copy(s).addScaledVector(tm,a);let g=1/(m+_+d);return o=_*g,a=d*g,e.copy(n).addScaledVector(oo,o).addScaledVector(ao,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},Cn=class{constructor(t=new R(1/0,1/0,1/0),e=new R(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(Fi.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(Fi.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let n=Fi.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let n=t.geometry;if(n!==void 0){let r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0&&t.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,Fi):Fi.fromBufferAttribute(r,o),Fi.applyMatrix4(t.matrixWorld),this.expandByPoint(Fi);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),Dl.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),Dl.copy(n.boundingBox)),Dl.applyMatrix4(t.matrixWorld),this.union(Dl)}let s=t.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,Fi),Fi.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(ca),Nl.subVectors(this.max,ca),lo.subVectors(t.a,ca),co.subVectors(t.b,ca),ho.subVectors(t.c,ca),$s.subVectors(co,lo),Zs.subVectors(ho,co),mr.subVectors(lo,ho);let e=[0,-$s.z,$s.y,0,-Zs.z,Zs.y,0,-mr.z,mr.y,$s.z,0,-$s.x,Zs.z,0,-Zs.x,mr.z,0,-mr.x,-$s.y,$s.x,0,-Zs.y,Zs.x,0,-mr.y,mr.x,0];return!Ju(e,lo,co,ho,Nl)||(e=[1,0,0,0,1,0,0,0,1],!Ju(e,lo,co,ho,Nl))?!1:(Ul.crossVectors($s,Zs),e=[Ul.x,Ul.y,Ul.z],Ju(e,lo,co,ho,Nl))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,Fi).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(Fi).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(ws[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),ws[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),ws[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),ws[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),ws[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),ws[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),ws[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),ws[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(ws),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.fromArray(t.min),this.max.fromArray(t.max),this}},ws=[new R,new R,new R,new R,new R,new R,new R,new R],Fi=new R,Dl=new Cn,lo=new R,co=new R,ho=new R,$s=new R,Zs=new R,mr=new R,ca=new R,Nl=new R,Ul=new R,gr=new R;function Ju(i,t,e,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){gr.fromArray(i,r);let a=s.x*Math.abs(gr.x)+s.y*Math.abs(gr.y)+s.z*Math.abs(gr.z),l=t.dot(gr),c=e.dot(gr),h=n.dot(gr);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var mn=new R,Fl=new pt,ty=0,gi=class extends Oi{constructor(t,e,n=!1){if(super(),Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:ty++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=Wd,this.updateRanges=[],this.gpuType=Vi,this.version=0,this._normalizationScale=t!==void 0?Ih(t):void 0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this._normalizationScale=t._normalizationScale,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[t+s]=e.array[n+s];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)Fl.fromBufferAttribute(this,e),Fl.applyMatrix3(t),this.setXY(e,Fl.x,Fl.y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)mn.fromBufferAttribute(this,e),mn.applyMatrix3(t),this.setXYZ(e,mn.x,mn.y,mn.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)mn.fromBufferAttribute(this,e),mn.applyMatrix4(t),this.setXYZ(e,mn.x,mn.y,mn.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)mn.fromBufferAttribute(this,e),mn.applyNormalMatrix(t),this.setXYZ(e,mn.x,mn.y,mn.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)mn.fromBufferAttribute(this,e),mn.transformDirection(t),this.setXYZ(e,mn.x,mn.y,mn.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=this._denormalize(e)),e}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=this._denormalize(e)),e}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=this._denormalize(e)),e}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=this._denormalize(e)),e}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,s){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return t.name=this.name,t.usage=this.usage,t.gpuType=this.gpuType,t}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):Zd(t,this.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):Jd(t,this.array)}};var yr=class extends gi{constructor(t,e,n){super(new Uint16Array(t),e,n)}};var vr=class extends gi{constructor(t,e,n){super(new Uint32Array(t),e,n)}};var xe=class extends gi{constructor(t,e,n){super(new Float32Array(t),e,n)}},ey=new Cn,ha=new R,Ku=new R,Bi=class{constructor(t=new R,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let n=this.center;e!==void 0?n.copy(e):ey.setFromPoints(t).getCenter(n);let s=0;for(let r=0,o=t.length;r<o;r++)s=Math.max(s,n.distanceToSquared(t[r]));return this.radius=Math.sqrt(s),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;ha.subVectors(t,this.center);let e=ha.lengthSq();if(e>this.radius*this.radius){let n=Math.sqrt(e),s=(n-this.radius)*.5;this.center.addScaledVector(ha,s/n),this.radius+=s}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(Ku.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(ha.copy(t.center).add(Ku)),this.expandByPoint(ha.copy(t.center).sub(Ku))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}},ny=0,wi=new Ie,ju=new Ln,uo=new R,pi=new Cn,ua=new Cn,An=new R,en=class i extends Oi{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:ny++}),this.uuid=Us(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(Ax(t)?vr:yr)(t,1):this.index=t,this}setIndirect(t,e=0){return this.indirect=t,this.indirectOffset=e,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new me().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(t),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(t){return wi.makeRotationFromQuaternion(t),this.applyMatrix4(wi),this}rotateX(t){return wi.makeRotationX(t),this.applyMatrix4(wi),this}rotateY(t){return wi.makeRotationY(t),this.applyMatrix4(wi),this}rotateZ(t){return wi.makeRotationZ(t),this.applyMatrix4(wi),this}translate(t,e,n){return wi.makeTranslation(t,e,n),this.applyMatrix4(wi),this}scale(t,e,n){return wi.makeScale(t,e,n),this.applyMatrix4(wi),this}lookAt(t){return ju.lookAt(t),ju.updateMatrix(),this.applyMatrix4(ju.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(uo).negate(),this.translate(uo.x,uo.y,uo.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let n=[];for(let s=0,r=t.length;s<r;s++){let o=t[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new xe(n,3))}else{let n=Math.min(t.length,e.count);for(let s=0;s<n;s++){let r=t[s];e.setXYZ(s,r.x,r.y,r.z||0)}t.length>e.count&&ee("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Cn);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){ae("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new R(-1/0,-1/0,-1/0),new R(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,s=e.length;n<s;n++){let r=e[n];pi.setFromBufferAttribute(r),this.morphTargetsRelative?(An.addVectors(this.boundingBox.min,pi.min),this.boundingBox.expandByPoint(An),An.addVectors(this.boundingBox.max,pi.max),this.boundingBox.expandByPoint(An)):(this.boundingBox.expandByPoint(pi.min),this.boundingBox.expandByPoint(pi.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&ae('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Bi);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){ae("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new R,1/0);return}if(t){let n=this.boundingSphere.center;if(pi.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];ua.setFromBufferAttribute(a),this.morphTargetsRelative?(An.addVectors(pi.min,ua.min),pi.expandByPoint(An),An.addVectors(pi.max,ua.max),pi.expandByPoint(An)):(pi.expandByPoint(ua.min),pi.expandByPoint(ua.max))}pi.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)An.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(An));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)An.fromBufferAttribute(a,c),l&&(uo.fromBufferAttribute(t,c),An.add(uo)),s=Math.max(s,n.distanceToSquared(An))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&ae('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){ae("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=e.position,s=e.normal,r=e.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new gi(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let O=0;O<n.count;O++)a[O]=new R,l[O]=new R;let h=new R,u=new R,d=new R,f=new pt,p=new pt,_=new pt,m=new R,g=new R;function v(O,L,D){c[O]=c[L]=c[D]=1,h.fromBufferAttribute(n,O),u.fromBufferAttribute(n,L),d.fromBufferAttribute(n,D),f.fromBufferAttribute(r,O),p.fromBufferAttribute(r,L),_.fromBufferAttribute(r,D),u.sub(h),d.sub(h),p.sub(f),_.sub(f);let z=1/(p.x*_.y-_.x*p.y);isFinite(z)&&(m.copy(u).multiplyScalar(_.y).addScaledVector(d,-p.y).multiplyScalar(z),g.copy(d).multiplyScalar(p.x).addScaledVector(u,-_.x).multiplyScalar(z),a[O].add(m),a[L].add(m),a[D].add(m),l[O].add(g),l[L].add(g),l[D].add(g))}let w=this.groups;w.length===0&&(w=[{start:0,count:t.count}]);for(let O=0,L=w.length;O<L;++O){let D=w[O],z=D.start,G=D.count;for(let N=z,H=z+G;N<H;N+=3)v(t.getX(N+0),t.getX(N+1),t.getX(N+2))}let S=new R,C=new R,A=new R,y=new R;function T(O){A.fromBufferAttribute(s,O),y.copy(A);let L=a[O];S.copy(L),S.sub(A.multiplyScalar(A.dot(L))).normalize(),C.crossVectors(y,L);let z=C.dot(l[O])<0?-1:1;o.setXYZW(O,S.x,S.y,S.z,z)}for(let O=0,L=n.count;O<L;++O)c[O]&&T(O);this._transformed=!0}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==e.count)n=new gi(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let d=0,f=n.count;d<f;d++)n.setXYZ(d,0,0,0);let s=new R,r=new R,o=new R,a=new R,l=new R,c=new R,h=new R,u=new R;if(t)for(let d=0,f=t.count;d<f;d+=3){let p=t.getX(d+0),_=t.getX(d+1),m=t.getX(d+2);s.fromBufferAttribute(e,p),r.fromBufferAttribute(e,_),o.fromBufferAttribute(e,m),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),a.fromBufferAttribute(n,p),l.fromBufferAttribute(n,_),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(p,a.x,a.y,a.z),n.setXYZ(_,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let d=0,f=e.count;d<f;d+=3)s.fromBufferAttribute(e,d+0),r.fromBufferAttribute(e,d+1),o.fromBufferAttribute(e,d+2),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),n.setXYZ(d+0,h.x,h.y,h.z),n.setXYZ(d+1,h.x,h.y,h.z),n.setXYZ(d+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)An.fromBufferAttribute(t,e),An.normalize(),t.setXYZ(e,An.x,An.y,An.z)}toNonIndexed(){function t(a,l){let c=a.array,h=a.itemSize,u=a.normalized,d=new c.constructor(l.length*h),f=0,p=0;for(let _=0,m=l.length;_<m;_++){a.isInterleavedBufferAttribute?f=l[_]*a.data.stride+a.offset:f=l[_]*h;for(let g=0;g<h;g++)d[p++]=c[f++]}return new gi(d,h,u)}if(this.index===null)return ee("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=t(l,n);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let d=c[h],f=t(d,n);l.push(f)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,t.name=this.name,Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let n=this.attributes;for(let l in n){let c=n[l];t.data.attributes[l]=c.toJSON(t.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,d=c.length;u<d;u++){let f=c[u];h.push(f.toJSON(t.data))}h.length>0&&(s[l]=h,r=!0)}r&&(t.data.morphAttributes=s,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere=a.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let n=t.index;n!==null&&this.setIndex(n.clone());let s=t.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(e))}let r=t.morphAttributes;for(let c in r){let h=[],u=r[c];for(let d=0,f=u.length;d<f;d++)h.push(u[d].clone(e));this.morphAttributes[c]=h}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this._transformed=t._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}},gc=class{constructor(t,e){this.isInterleavedBuffer=!0,this.array=t,this.stride=e,this.count=t!==void 0?t.length/e:0,this.usage=Wd,this.updateRanges=[],this.version=0,this.uuid=Us()}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.array=new t.array.constructor(t.array),this.count=t.count,this.stride=t.stride,this.usage=t.usage,this}copyAt(t,e,n){t*=this.stride,n*=e.stride;for(let s=0,r=this.stride;s<r;s++)this.array[t+s]=e.array[n+s];return this}set(t,e=0){return this.array.set(t,e),this}clone(t){t.arrayBuffers===void 0&&(t.arrayBuffers={});let e=em(this.array);t.arrayBuffers[e]===void 0&&(t.arrayBuffers[e]=this.array.slice(0).buffer);let n=new this.array.constructor(t.arrayBuffers[e]),s=new this.constructor(n,this.stride);return s.setUsage(this.usage),s}onUpload(t){return this.onUploadCallback=t,this}toJSON(t){t.arrayBuffers===void 0&&(t.arrayBuffers={});let e=em(this.array);t.arrayBuffers[e]===void 0&&(t.arrayBuffers[e]=Array.from(new Uint32Array(this.array.slice(0).buffer)));let n={uuid:this.uuid,buffer:e,type:this.array.constructor.name,stride:this.stride};return n.usage=this.usage,n}};function em(i){return i.buffer._uuid===void 0&&(i.buffer._uuid=Us()),i.byteOffset===0&&i.byteLength===i.buffer.byteLength?i.buffer._uuid:i.buffer._uuid+":"+i.byteOffset+":"+i.byteLength}var Zn=new R,ki=class i{constructor(t,e,n,s=!1){this.isInterleavedBufferAttribute=!0,this.name="",this.data=t,this.itemSize=e,this.offset=n,this.normalized=s,this._normalizationScale=t!==void 0?Ih(t.array):void 0}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(t){this.data.needsUpdate=t}applyMatrix4(t){for(let e=0,n=this.data.count;e<n;e++)Zn.fromBufferAttribute(this,e),Zn.applyMatrix4(t),this.setXYZ(e,Zn.x,Zn.y,Zn.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)Zn.fromBufferAttribute(this,e),Zn.applyNormalMatrix(t),this.setXYZ(e,Zn.x,Zn.y,Zn.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)Zn.fromBufferAttribute(this,e),Zn.transformDirection(t),this.setXYZ(e,Zn.x,Zn.y,Zn.z);return this}getComponent(t,e){let n=this.array[t*this.data.stride+this.offset+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.data.array[t*this.data.stride+this.offset+e]=n,this}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset]=e,this}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+1]=e,this}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+2]=e,this}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+3]=e,this}getX(t){let e=this.data.array[t*this.data.stride+this.offset];return this.normalized&&(e=this._denormalize(e)),e}getY(t){let e=this.data.array[t*this.data.stride+this.offset+1];return this.normalized&&(e=this._denormalize(e)),e}getZ(t){let e=this.data.array[t*this.data.stride+this.offset+2];return this.normalized&&(e=this._denormalize(e)),e}getW(t){let e=this.data.array[t*this.data.stride+this.offset+3];return this.normalized&&(e=this._denormalize(e)),e}setXY(t,e,n){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.data.array[t+0]=e,this.data.array[t+1]=n,this}setXYZ(t,e,n,s){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.data.array[t+0]=e,this.data.array[t+1]=n,this.data.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.data.array[t+0]=e,this.data.array[t+1]=n,this.data.array[t+2]=s,this.data.array[t+3]=r,this}clone(t){if(t===void 0){Ma("InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.");let e=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)e.push(this.data.array[s+r])}return new gi(new this.array.constructor(e),this.itemSize,this.normalized)}else return t.interleavedBuffers===void 0&&(t.interleavedBuffers={}),t.interleavedBuffers[this.data.uuid]===void 0&&(t.interleavedBuffers[this.data.uuid]=this.data.clone(t)),new i(t.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(t){if(t===void 0){Ma("InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.");let e=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)e.push(this.data.array[s+r])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:e,normalized:this.normalized}}else return t.interleavedBuffers===void 0&&(t.interleavedBuffers={}),t.interleavedBuffers[this.data.uuid]===void 0&&(t.interleavedBuffers[this.data.uuid]=this.data.toJSON(t)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):Zd(t,this.data.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):Jd(t,this.data.array)}},Qu=new R,iy=new R,sy=new me,mi=class{constructor(t=new R(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,s){return this.normal.set(t,e,n),this.constant=s,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){let s=Qu.subVectors(n,e).cross(iy.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(s,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e,n=!0){let s=t.delta(Qu),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let o=-(t.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:e.copy(t.start).addScaledVector(s,o)}intersectsLine(t){let e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let n=e||sy.getNormalMatrix(t),s=this.coplanarPoint(Qu).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(t){return this.normal.fromArray(t.normal),this.constant=t.constant,this}},ry=0,as=class extends Oi{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:ry++}),this.uuid=Us(),this.name="",this.type="Material",this.blending=Lo,this.side=or,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Md,this.blendDst=wd,this.blendEquation=Pr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new de(0,0,0),this.blendAlpha=0,this.depthFunc=yo,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Qm,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=nc,this.stencilZFail=nc,this.stencilZPass=nc,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let n=t[e];if(n===void 0){ee(`Material: parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){ee(`Material: '${e}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(t).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(t).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(t).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=s(t.textures),o=s(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(t,e){if(t.uuid!==void 0&&(this.uuid=t.uuid),t.name!==void 0&&(this.name=t.name),t.color!==void 0&&this.color!==void 0&&this.color.setHex(t.color),t.roughness!==void 0&&(this.roughness=t.roughness),t.metalness!==void 0&&(this.metalness=t.metalness),t.sheen!==void 0&&(this.sheen=t.sheen),t.sheenColor!==void 0&&(this.sheenColor=new de().setHex(t.sheenColor)),t.sheenRoughness!==void 0&&(this.sheenRoughness=t.sheenRoughness),t.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(t.emissive),t.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(t.specular),t.specularIntensity!==void 0&&(this.specularIntensity=t.specularIntensity),t.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(t.specularColor),t.shininess!==void 0&&(this.shininess=t.shininess),t.clearcoat!==void 0&&(this.clearcoat=t.clearcoat),t.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=t.clearcoatRoughness),t.diffuseRoughness!==void 0&&(this.diffuseRoughness=t.diffuseRoughness),t.dispersion!==void 0&&(this.dispersion=t.dispersion),t.retroreflectivity!==void 0&&(this.retroreflectivity=t.retroreflectivity),t.iridescence!==void 0&&(this.iridescence=t.iridescence),t.iridescenceIOR!==void 0&&(this.iridescenceIOR=t.iridescenceIOR),t.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessMinimum),t.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=t.iridescenceThicknessMaximum),t.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=t.iridescenceThicknessRange[1]),t.transmission!==void 0&&(this.transmission=t.transmission),t.thickness!==void 0&&(this.thickness=t.thickness),t.attenuationDistance!==void 0&&(this.attenuationDistance=t.attenuationDistance),t.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(t.attenuationColor),t.anisotropy!==void 0&&(this.anisotropy=t.anisotropy),t.anisotropyRotation!==void 0&&(this.anisotropyRotation=t.anisotropyRotation),t.fog!==void 0&&(this.fog=t.fog),t.flatShading!==void 0&&(this.flatShading=t.flatShading),t.blending!==void 0&&(this.blending=t.blending),t.combine!==void 0&&(this.combine=t.combine),t.side!==void 0&&(this.side=t.side),t.shadowSide!==void 0&&(this.shadowSide=t.shadowSide),t.opacity!==void 0&&(this.opacity=t.opacity),t.transparent!==void 0&&(this.transparent=t.transparent),t.alphaTest!==void 0&&(this.alphaTest=t.alphaTest),t.alphaHash!==void 0&&(this.alphaHash=t.alphaHash),t.depthFunc!==void 0&&(this.depthFunc=t.depthFunc),t.depthTest!==void 0&&(this.depthTest=t.depthTest),t.depthWrite!==void 0&&(this.depthWrite=t.depthWrite),t.colorWrite!==void 0&&(this.colorWrite=t.colorWrite),t.clippingPlanes!==void 0&&(this.clippingPlanes=t.clippingPlanes.map(n=>new mi().fromJSON(n))),t.clipIntersection!==void 0&&(this.clipIntersection=t.clipIntersection),t.clipShadows!==void 0&&(this.clipShadows=t.clipShadows),t.depthPacking!==void 0&&(this.depthPacking=t.depthPacking),t.blendSrc!==void 0&&(this.blendSrc=t.blendSrc),t.blendDst!==void 0&&(this.blendDst=t.blendDst),t.blendEquation!==void 0&&(this.blendEquation=t.blendEquation),t.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=t.blendSrcAlpha),t.blendDstAlpha!==void 0&&(this.blendDstAlpha=t.blendDstAlpha),t.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=t.blendEquationAlpha),t.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(t.blendColor),t.blendAlpha!==void 0&&(this.blendAlpha=t.blendAlpha),t.stencilWriteMask!==void 0&&(this.stencilWriteMask=t.stencilWriteMask),t.stencilFunc!==void 0&&(this.stencilFunc=t.stencilFunc),t.stencilRef!==void 0&&(this.stencilRef=t.stencilRef),t.stencilFuncMask!==void 0&&(this.stencilFuncMask=t.stencilFuncMask),t.stencilFail!==void 0&&(this.stencilFail=t.stencilFail),t.stencilZFail!==void 0&&(this.stencilZFail=t.stencilZFail),t.stencilZPass!==void 0&&(this.stencilZPass=t.stencilZPass),t.stencilWrite!==void 0&&(this.stencilWrite=t.stencilWrite),t.wireframe!==void 0&&(this.wireframe=t.wireframe),t.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=t.wireframeLinewidth),t.wireframeLinecap!==void 0&&(this.wireframeLinecap=t.wireframeLinecap),t.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=t.wireframeLinejoin),t.rotation!==void 0&&(this.rotation=t.rotation),t.linewidth!==void 0&&(this.linewidth=t.linewidth),t.linecap!==void 0&&(this.linecap=t.linecap),t.linejoin!==void 0&&(this.linejoin=t.linejoin),t.dashSize!==void 0&&(this.dashSize=t.dashSize),t.gapSize!==void 0&&(this.gapSize=t.gapSize),t.scale!==void 0&&(this.scale=t.scale),t.polygonOffset!==void 0&&(this.polygonOffset=t.polygonOffset),t.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=t.polygonOffsetFactor),t.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=t.polygonOffsetUnits),t.dithering!==void 0&&(this.dithering=t.dithering),t.alphaToCoverage!==void 0&&(this.alphaToCoverage=t.alphaToCoverage),t.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=t.premultipliedAlpha),t.forceSinglePass!==void 0&&(this.forceSinglePass=t.forceSinglePass),t.allowOverride!==void 0&&(this.allowOverride=t.allowOverride),t.visible!==void 0&&(this.visible=t.visible),t.toneMapped!==void 0&&(this.toneMapped=t.toneMapped),t.userData!==void 0&&(this.userData=t.userData),t.vertexColors!==void 0&&(typeof t.vertexColors=="number"?this.vertexColors=t.vertexColors>0:this.vertexColors=t.vertexColors),t.size!==void 0&&(this.size=t.size),t.sizeAttenuation!==void 0&&(this.sizeAttenuation=t.sizeAttenuation),t.map!==void 0&&(this.map=e[t.map]||null),t.matcap!==void 0&&(this.matcap=e[t.matcap]||null),t.alphaMap!==void 0&&(this.alphaMap=e[t.alphaMap]||null),t.bumpMap!==void 0&&(this.bumpMap=e[t.bumpMap]||null),t.bumpScale!==void 0&&(this.bumpScale=t.bumpScale),t.normalMap!==void 0&&(this.normalMap=e[t.normalMap]||null),t.normalMapType!==void 0&&(this.normalMapType=t.normalMapType),t.normalScale!==void 0){let n=t.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new pt().fromArray(n)}return t.displacementMap!==void 0&&(this.displacementMap=e[t.displacementMap]||null),t.displacementScale!==void 0&&(this.displacementScale=t.displacementScale),t.displacementBias!==void 0&&(this.displacementBias=t.displacementBias),t.roughnessMap!==void 0&&(this.roughnessMap=e[t.roughnessMap]||null),t.metalnessMap!==void 0&&(this.metalnessMap=e[t.metalnessMap]||null),t.emissiveMap!==void 0&&(this.emissiveMap=e[t.emissiveMap]||null),t.emissiveIntensity!==void 0&&(this.emissiveIntensity=t.emissiveIntensity),t.specularMap!==void 0&&(this.specularMap=e[t.specularMap]||null),t.specularIntensityMap!==void 0&&(this.specularIntensityMap=e[t.specularIntensityMap]||null),t.specularColorMap!==void 0&&(this.specularColorMap=e[t.specularColorMap]||null),t.envMap!==void 0&&(this.envMap=e[t.envMap]||null),t.envMapRotation!==void 0&&this.envMapRotation.fromArray(t.envMapRotation),t.envMapIntensity!==void 0&&(this.envMapIntensity=t.envMapIntensity),t.reflectivity!==void 0&&(this.reflectivity=t.reflectivity),t.refractionRatio!==void 0&&(this.refractionRatio=t.refractionRatio),t.lightMap!==void 0&&(this.lightMap=e[t.lightMap]||null),t.lightMapIntensity!==void 0&&(this.lightMapIntensity=t.lightMapIntensity),t.aoMap!==void 0&&(this.aoMap=e[t.aoMap]||null),t.aoMapIntensity!==void 0&&(this.aoMapIntensity=t.aoMapIntensity),t.gradientMap!==void 0&&(this.gradientMap=e[t.gradientMap]||null),t.clearcoatMap!==void 0&&(this.clearcoatMap=e[t.clearcoatMap]||null),t.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=e[t.clearcoatRoughnessMap]||null),t.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=e[t.clearcoatNormalMap]||null),t.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new pt().fromArray(t.clearcoatNormalScale)),t.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=e[t.diffuseRoughnessMap]||null),t.iridescenceMap!==void 0&&(this.iridescenceMap=e[t.iridescenceMap]||null),t.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=e[t.iridescenceThicknessMap]||null),t.transmissionMap!==void 0&&(this.transmissionMap=e[t.transmissionMap]||null),t.thicknessMap!==void 0&&(this.thicknessMap=e[t.thicknessMap]||null),t.anisotropyMap!==void 0&&(this.anisotropyMap=e[t.anisotropyMap]||null),t.sheenColorMap!==void 0&&(this.sheenColorMap=e[t.sheenColorMap]||null),t.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=e[t.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,n=null;if(e!==null){let s=e.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=e[r].clone()}return this.clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.allowOverride=t.allowOverride,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}};var Es=new R,td=new R,Ol=new R,Bl=new R,Ks=class{constructor(t=new R,e=new R(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,Es)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=Es.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(Es.copy(this.origin).addScaledVector(this.direction,e),Es.distanceToSquared(t))}distanceSqToSegment(t,e,n,s){td.copy(t).add(e).multiplyScalar(.5),Ol.copy(e).sub(t).normalize(),Bl.copy(this.origin).sub(td);let r=t.distanceTo(e)*.5,o=-this.direction.dot(Ol),a=Bl.dot(this.direction),l=-Bl.dot(Ol),c=Bl.lengthSq(),h=Math.abs(1-o*o),u,d,f,p;if(h>0)if(u=o*l-a,d=o*a-l,p=r*h,u>=0)if(d>=-p)if(d<=p){let _=1/h;u*=_,d*=_,f=u*(u+o*d+2*a)+d*(o*u+d+2*l)+c}else d=r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d=-r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d<=-p?(u=Math.max(0,-(-o*r+a)),d=u>0?-r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c):d<=p?(u=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(u=Math.max(0,-(o*r+a)),d=u>0?r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c);else d=o>0?-r:r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),s&&s.copy(td).addScaledVector(Ol,d),f}intersectSphere(t,e){if(t.radius<0)return null;Es.subVectors(t.center,this.origin);let n=Es.dot(this.direction),s=Es.dot(Es)-n*n,r=t.radius*t.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return t.radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){let n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(t.min.x-d.x)*c,s=(t.max.x-d.x)*c):(n=(t.max.x-d.x)*c,s=(t.min.x-d.x)*c),h>=0?(r=(t.min.y-d.y)*h,o=(t.max.y-d.y)*h):(r=(t.max.y-d.y)*h,o=(t.min.y-d.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),u>=0?(a=(t.min.z-d.z)*u,l=(t.max.z-d.z)*u):(a=(t.max.z-d.z)*u,l=(t.min.z-d.z)*u),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,e)}intersectsBox(t){return this.intersectBox(t,Es)!==null}intersectTriangle(t,e,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,u=t.x-o.x,d=t.y-o.y,f=t.z-o.z,p=e.x-o.x,_=e.y-o.y,m=e.z-o.z,g=n.x-o.x,v=n.y-o.y,w=n.z-o.z,S=Math.abs(l),C=Math.abs(c),A=Math.abs(h),y,T,O,L,D,z,G,N,H,q,V,ct;if(S>=C&&S>=A?(O=l,z=u,H=p,ct=g,l>=0?(y=c,T=h,L=d,D=f,G=_,N=m,q=v,V=w):(y=h,T=c,L=f,D=d,G=m,N=_,q=w,V=v)):C>=A?(O=c,z=d,H=_,ct=v,c>=0?(y=h,T=l,L=f,D=u,G=m,N=p,q=w,V=g):(y=l,T=h,L=u,D=f,G=p,N=m,q=g,V=w)):(O=h,z=f,H=m,ct=w,h>=0?(y=l,T=c,L=u,D=d,G=p,N=_,q=g,V=v):(y=c,T=l,L=d,D=u,G=_,N=p,q=v,V=g)),O===0)return null;let J=y/O,Q=T/O,et=1/O,ft=L-J*z,ht=D-Q*z,tt=G-J*H,_t=N-Q*H,yt=q-J*ct,Lt=V-Q*ct,wt=yt*_t-Lt*tt,Ht=ft*Lt-ht*yt,se=tt*ht-_t*ft;if(s){if(wt<0||Ht<0||se<0)return null}else if((wt<0||Ht<0||se<0)&&(wt>0||Ht>0||se>0))return null;let Jt=wt+Ht+se;if(Jt===0)return null;let re=et*(wt*z+Ht*H+se*ct);return(Jt>0?re<0:re>0)?null:this.at(re/Jt,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},_c=class extends as{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new de(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Rs,this.combine=Ed,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}},nm=new Ie,_r=new Ks,kl=new Bi,im=new R,zl=new R,Vl=new R,Hl=new R,ed=new R,Gl=new R,sm=new R,Wl=new R,je=class extends Ln{constructor(t=new en,e=new _c){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(s,t);let a=this.morphTargetInfluences;if(r&&a){Gl.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(ed.fromBufferAttribute(u,t),o?Gl.addScaledVector(ed,h):Gl.addScaledVector(ed.sub(e),h))}e.add(Gl)}return e}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),kl.copy(n.boundingSphere),kl.applyMatrix4(r),_r.copy(t.ray).recast(t.near),!(kl.containsPoint(_r.origin)===!1&&(_r.intersectSphere(kl,im)===null||_r.origin.distanceToSquared(im)>(t.far-t.near)**2))&&(nm.copy(r).invert(),_r.copy(t.ray).applyMatrix4(nm),!(n.boundingBox!==null&&_r.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,_r)))}_computeIntersections(t,e,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let p=0,_=d.length;p<_;p++){let m=d[p],g=o[m.materialIndex],v=Math.max(m.start,f.start),w=Math.min(a.count,Math.min(m.start+m.count,f.start+f.count));for(let S=v,C=w;S<C;S+=3){let A=a.getX(S),y=a.getX(S+1),T=a.getX(S+2);s=Xl(this,g,t,n,c,h,u,A,y,T),s&&(s.faceIndex=Math.floor(S/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let p=Math.max(0,f.start),_=Math.min(a.count,f.start+f.count);for(let m=p,g=_;m<g;m+=3){let v=a.getX(m),w=a.getX(m+1),S=a.getX(m+2);s=Xl(this,o,t,n,c,h,u,v,w,S),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let p=0,_=d.length;p<_;p++){let m=d[p],g=o[m.materialIndex],v=Math.max(m.start,f.start),w=Math.min(l.count,Math.min(m.start+m.count,f.start+f.count));for(let S=v,C=w;S<C;S+=3){let A=S,y=S+1,T=S+2;s=Xl(this,g,t,n,c,h,u,A,y,T),s&&(s.faceIndex=Math.floor(S/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let p=Math.max(0,f.start),_=Math.min(l.count,f.start+f.count);for(let m=p,g=_;m<g;m+=3){let v=m,w=m+1,S=m+2;s=Xl(this,o,t,n,c,h,u,v,w,S),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}}};function oy(i,t,e,n,s,r,o,a){let l;if(t.side===ti?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,t.side===or,a),l===null)return null;Wl.copy(a),Wl.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(Wl);return c<e.near||c>e.far?null:{distance:c,point:Wl.clone(),object:i}}function Xl(i,t,e,n,s,r,o,a,l,c){i.getVertexPosition(a,zl),i.getVertexPosition(l,Vl),i.getVertexPosition(c,Hl);let h=oy(i,t,e,n,zl,Vl,Hl,sm);if(h){let u=new R;rs.getBarycoord(sm,zl,Vl,Hl,u),s&&(h.uv=rs.getInterpolatedAttribute(s,a,l,c,u,new pt)),r&&(h.uv1=rs.getInterpolatedAttribute(r,a,l,c,u,new pt)),o&&(h.normal=rs.getInterpolatedAttribute(o,a,l,c,u,new R),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new R,materialIndex:0};rs.getNormal(zl,Vl,Hl,d.normal),h.face=d,h.barycoord=u}return h}var xc=class extends Qn{constructor(t=null,e=1,n=1,s,r,o,a,l,c=Rn,h=Rn,u,d){super(null,o,a,l,c,h,s,r,u,d),this.isDataTexture=!0,this.image={data:t,width:e,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var xr=new Bi,ay=new pt(.5,.5),ql=new R,js=class{constructor(t=new mi,e=new mi,n=new mi,s=new mi,r=new mi,o=new mi){this.planes=[t,e,n,s,r,o]}set(t,e,n,s,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=Ei,n=!1){let s=this.planes,r=t.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],d=r[6],f=r[7],p=r[8],_=r[9],m=r[10],g=r[11],v=r[12],w=r[13],S=r[14],C=r[15];if(s[0].setComponents(c-o,f-h,g-p,C-v).normalize(),s[1].setComponents(c+o,f+h,g+p,C+v).normalize(),s[2].setComponents(c+a,f+u,g+_,C+w).normalize(),s[3].setComponents(c-a,f-u,g-_,C-w).normalize(),n)s[4].setComponents(l,d,m,S).normalize(),s[5].setComponents(c-l,f-d,g-m,C-S).normalize();else if(s[4].setComponents(c-l,f-d,g-m,C-S).normalize(),e===Ei)s[5].setComponents(c+l,f+d,g+m,C+S).normalize();else if(e===vo)s[5].setComponents(l,d,m,S).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),xr.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),xr.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(xr)}intersectsSprite(t){xr.center.set(0,0,0);let e=ay.distanceTo(t.center);return xr.radius=.7071067811865476+e,xr.applyMatrix4(t.matrixWorld),this.intersectsSphere(xr)}intersectsSphere(t){let e=this.planes,n=t.center,s=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(t){let e=this.planes;for(let n=0;n<6;n++){let s=e[n];if(ql.x=s.normal.x>0?t.max.x:t.min.x,ql.y=s.normal.y>0?t.max.y:t.min.y,ql.z=s.normal.z>0?t.max.z:t.min.z,s.distanceToPoint(ql)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},rm=new Ie,yc=class i{constructor(){this.coordinateSystem=Ei,this._frustums=[],this._count=0}setFromArrayCamera(t){let e=t.cameras,n=this._frustums;for(let s=0;s<e.length;s++){let r=e[s];rm.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new js),n[s].setFromProjectionMatrix(rm,r.coordinateSystem,r.reversedDepth)}return this._count=e.length,this}getFrustum(t){return this._frustums[t]}intersectsObject(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsObject(t))return!0;return!1}intersectsSprite(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSprite(t))return!0;return!1}intersectsSphere(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSphere(t))return!0;return!1}intersectsBox(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsBox(t))return!0;return!1}containsPoint(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].containsPoint(t))return!0;return!1}copy(t){this.coordinateSystem=t.coordinateSystem;let e=this._frustums,n=t._frustums;for(let s=0;s<t._count;s++)e[s]===void 0&&(e[s]=new js),e[s].copy(n[s]);return this._count=t._count,this}clone(){return new i().copy(this)}};var Sr=class extends as{constructor(t){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new de(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},vc=new R,Sc=new R,om=new Ie,da=new Ks,Yl=new Bi,nd=new R,am=new R,bc=class extends Ln{constructor(t=new en,e=new Sr){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[0];for(let s=1,r=e.count;s<r;s++)vc.fromBufferAttribute(e,s-1),Sc.fromBufferAttribute(e,s),n[s]=n[s-1],n[s]+=vc.distanceTo(Sc);t.setAttribute("lineDistance",new xe(n,1))}else ee("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.matrixWorld,r=t.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),Yl.copy(n.boundingSphere),Yl.applyMatrix4(s),Yl.radius+=r,t.ray.intersectsSphere(Yl)===!1)return;om.copy(s).invert(),da.copy(t.ray).applyMatrix4(om);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,d=n.attributes.position;if(h!==null){let f=Math.max(0,o.start),p=Math.min(h.count,o.start+o.count);for(let _=f,m=p-1;_<m;_+=c){let g=h.getX(_),v=h.getX(_+1),w=$l(this,t,da,l,g,v,_);w&&e.push(w)}if(this.isLineLoop){let _=h.getX(p-1),m=h.getX(f),g=$l(this,t,da,l,_,m,p-1);g&&e.push(g)}}else{let f=Math.max(0,o.start),p=Math.min(d.count,o.start+o.count);for(let _=f,m=p-1;_<m;_+=c){let g=$l(this,t,da,l,_,_+1,_);g&&e.push(g)}if(this.isLineLoop){let _=$l(this,t,da,l,p-1,f,p-1);_&&e.push(_)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function $l(i,t,e,n,s,r,o){let a=i.geometry.attributes.position;if(vc.fromBufferAttribute(a,s),Sc.fromBufferAttribute(a,r),e.distanceSqToSegment(vc,Sc,nd,am)>n)return;nd.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo(nd);if(!(c<t.near||c>t.far))return{distance:c,point:am.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var lm=new R,cm=new R,To=class extends bc{constructor(t,e){super(t,e),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[];for(let s=0,r=e.count;s<r;s+=2)lm.fromBufferAttribute(e,s),cm.fromBufferAttribute(e,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+lm.distanceTo(cm);t.setAttribute("lineDistance",new xe(n,1))}else ee("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var Ta=class extends Qn{constructor(t=[],e=Ir,n,s,r,o,a,l,c,h){super(t,e,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}},Aa=class extends Qn{constructor(t,e,n,s,r,o,a,l,c){super(t,e,n,s,r,o,a,l,c),this.isCanvasTexture=!0,this.needsUpdate=!0}};var Cs=class extends Qn{constructor(t,e,n=zi,s,r,o,a=Rn,l=Rn,c,h=As,u=1){if(h!==As&&h!==Ds)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:t,height:e,depth:u};super(d,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new Mo(Object.assign({},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return e.compareFunction=this.compareFunction,e}},Ra=class extends Cs{constructor(t,e=zi,n=Ir,s,r,o=Rn,a=Rn,l,c=As){let h={width:t,height:t,depth:1},u=[h,h,h,h,h,h];super(t,t,e,n,s,r,o,a,l,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(t){this.image=t}},Ca=class extends Qn{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}copy(t){return super.copy(t),this.sourceTexture=t.sourceTexture,this}},Qs=class i extends en{constructor(t=1,e=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],d=0,f=0;p("z","y","x",-1,-1,n,e,t,o,r,0),p("z","y","x",1,-1,n,e,-t,o,r,1),p("x","z","y",1,1,t,n,e,s,o,2),p("x","z","y",1,-1,t,n,-e,s,o,3),p("x","y","z",1,-1,t,e,n,s,r,4),p("x","y","z",-1,-1,t,e,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new xe(c,3)),this.setAttribute("normal",new xe(h,3)),this.setAttribute("uv",new xe(u,2));function p(_,m,g,v,w,S,C,A,y,T,O){let L=S/y,D=C/T,z=S/2,G=C/2,N=A/2,H=y+1,q=T+1,V=0,ct=0,J=new R;for(let Q=0;Q<q;Q++){let et=Q*D-G;for(let ft=0;ft<H;ft++){let ht=ft*L-z;J[_]=ht*v,J[m]=et*w,J[g]=N,c.push(J.x,J.y,J.z),J[_]=0,J[m]=0,J[g]=A>0?1:-1,h.push(J.x,J.y,J.z),u.push(ft/y),u.push(1-Q/T),V+=1}}for(let Q=0;Q<T;Q++)for(let et=0;et<y;et++){let ft=d+et+H*Q,ht=d+et+H*(Q+1),tt=d+(et+1)+H*(Q+1),_t=d+(et+1)+H*Q;l.push(ft,ht,_t),l.push(ht,tt,_t),ct+=6}a.addGroup(f,ct,O),f+=ct,d+=V}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}},Pa=class i extends en{constructor(t=1,e=1,n=4,s=8,r=1){super(),this.type="CapsuleGeometry",this.parameters={radius:t,height:e,capSegments:n,radialSegments:s,heightSegments:r},e=Math.max(0,e),n=Math.max(1,Math.floor(n)),s=Math.max(3,Math.floor(s)),r=Math.max(1,Math.floor(r));let o=[],a=[],l=[],c=[],h=e/2,u=Math.PI/2*t,d=e,f=2*u+d,p=n*2+r,_=s+1,m=new R,g=new R;for(let v=0;v<=p;v++){let w=0,S=0,C=0,A=0;if(v<=n){let O=v/n,L=O*Math.PI/2;S=-h-t*Math.cos(L),C=t*Math.sin(L),A=-t*Math.cos(L),w=O*u}else if(v<=n+r){let O=(v-n)/r;S=-h+O*e,C=t,A=0,w=u+O*d}else{let O=(v-n-r)/n,L=O*Math.PI/2;S=h+t*Math.sin(L),C=t*Math.cos(L),A=t*Math.sin(L),w=u+d+O*u}let y=Math.max(0,Math.min(1,w/f)),T=0;v===0?T=.5/s:v===p&&(T=-.5/s);for(let O=0;O<=s;O++){let L=O/s,D=L*Math.PI*2,z=Math.sin(D),G=Math.cos(D);g.x=-C*G,g.y=S,g.z=C*z,a.push(g.x,g.y,g.z),m.set(-C*G,A,C*z),m.normalize(),l.push(m.x,m.y,m.z),c.push(L+T,y)}if(v>0){let O=(v-1)*_;for(let L=0;L<s;L++){let D=O+L,z=O+L+1,G=v*_+L,N=v*_+L+1;o.push(D,z,G),o.push(z,N,G)}}}this.setIndex(o),this.setAttribute("position",new xe(a,3)),this.setAttribute("normal",new xe(l,3)),this.setAttribute("uv",new xe(c,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.height,t.capSegments,t.radialSegments,t.heightSegments)}};var Ps=class i extends en{constructor(t=1,e=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],u=[],d=[],f=[],p=0,_=[],m=n/2,g=0;v(),o===!1&&(t>0&&w(!0),e>0&&w(!1)),this.setIndex(h),this.setAttribute("position",new xe(u,3)),this.setAttribute("normal",new xe(d,3)),this.setAttribute("uv",new xe(f,2));function v(){let S=new R,C=new R,A=0,y=(e-t)/n;for(let T=0;T<=r;T++){let O=[],L=T/r,D=L*(e-t)+t;for(let z=0;z<=s;z++){let G=z/s,N=G*l+a,H=Math.sin(N),q=Math.cos(N);C.x=D*H,C.y=-L*n+m,C.z=D*q,u.push(C.x,C.y,C.z),S.set(H,y,q).normalize(),d.push(S.x,S.y,S.z),f.push(G,1-L),O.push(p++)}_.push(O)}for(let T=0;T<s;T++)for(let O=0;O<r;O++){let L=_[O][T],D=_[O+1][T],z=_[O+1][T+1],G=_[O][T+1];(t>0||O!==0)&&(h.push(L,D,G),A+=3),(e>0||O!==r-1)&&(h.push(D,z,G),A+=3)}c.addGroup(g,A,0),g+=A}function w(S){let C=p,A=new pt,y=new R,T=0,O=S===!0?t:e,L=S===!0?1:-1;for(let z=1;z<=s;z++)u.push(0,m*L,0),d.push(0,L,0),f.push(.5,.5),p++;let D=p;for(let z=0;z<=s;z++){let N=z/s*l+a,H=Math.cos(N),q=Math.sin(N);y.x=O*q,y.y=m*L,y.z=O*H,u.push(y.x,y.y,y.z),d.push(0,L,0),A.x=H*.5+.5,A.y=q*.5*L+.5,f.push(A.x,A.y),p++}for(let z=0;z<s;z++){let G=C+z,N=D+z;S===!0?h.push(N,N+1,G):h.push(N+1,N,G),T+=3}c.addGroup(g,T,S===!0?1:2),g+=T}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},Ia=class i extends Ps{constructor(t=1,e=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,t,e,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:t,height:e,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(t){return new i(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}};var Dn=class{constructor(){this.type="Curve",this.arcLengthDivisions=200,this.needsUpdate=!1,this.cacheArcLengths=null}getPoint(){ee("Curve: .getPoint() not implemented.")}getPointAt(t,e){let n=this.getUtoTmapping(t);return this.getPoint(n,e)}getPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return e}getSpacedPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPointAt(n/t));return e}getLength(){let t=this.getLengths();return t[t.length-1]}getLengths(t=this.arcLengthDivisions){if(this.cacheArcLengths&&this.cacheArcLengths.length===t+1&&!this.needsUpdate)return this.cacheArcLengths;this.needsUpdate=!1;let e=[],n,s=this.getPoint(0),r=0;e.push(0);for(let o=1;o<=t;o++)n=this.getPoint(o/t),r+=n.distanceTo(s),e.push(r),s=n;return this.cacheArcLengths=e,e}updateArcLengths(){this.needsUpdate=!0,this.getLengths()}getUtoTmapping(t,e=null){let n=this.getLengths(),s=0,r=n.length,o;e?o=e:o=t*n[r-1];let a=0,l=r-1,c;for(;a<=l;)if(s=Math.floor(a+(l-a)/2),c=n[s]-o,c<0)a=s+1;else if(c>0)l=s-1;else{l=s;break}if(s=l,n[s]===o)return s/(r-1);let h=n[s],d=n[s+1]-h,f=(o-h)/d;return(s+f)/(r-1)}getTangent(t,e){let s=t-1e-4,r=t+1e-4;s<0&&(s=0),r>1&&(r=1);let o=this.getPoint(s),a=this.getPoint(r),l=e||(o.isVector2?new pt:new R);return l.copy(a).sub(o).normalize(),l}getTangentAt(t,e){let n=this.getUtoTmapping(t);return this.getTangent(n,e)}computeFrenetFrames(t,e=!1){let n=new R,s=[],r=[],o=[],a=new R,l=new Ie;for(let f=0;f<=t;f++){let p=f/t;s[f]=this.getTangentAt(p,new R)}r[0]=new R,o[0]=new R;let c=Number.MAX_VALUE,h=Math.abs(s[0].x),u=Math.abs(s[0].y),d=Math.abs(s[0].z);h<=c&&(c=h,n.set(1,0,0)),u<=c&&(c=u,n.set(0,1,0)),d<=c&&n.set(0,0,1),a.crossVectors(s[0],n).normalize(),r[0].crossVectors(s[0],a),o[0].crossVectors(s[0],r[0]);for(let f=1;f<=t;f++){if(r[f]=r[f-1].clone(),o[f]=o[f-1].clone(),a.crossVectors(s[f-1],s[f]),a.length()>Number.EPSILON){a.normalize();let p=Math.acos(pe(s[f-1].dot(s[f]),-1,1));r[f].applyMatrix4(l.makeRotationAxis(a,p))}o[f].crossVectors(s[f],r[f])}if(e===!0){let f=Math.acos(pe(r[0].dot(r[t]),-1,1));f/=t,s[0].dot(a.crossVectors(r[0],r[t]))>0&&(f=-f);for(let p=1;p<=t;p++)r[p].applyMatrix4(l.makeRotationAxis(s[p],f*p)),o[p].crossVectors(s[p],r[p])}return{tangents:s,normals:r,binormals:o}}clone(){return new this.constructor().copy(this)}copy(t){return this.arcLengthDivisions=t.arcLengthDivisions,this.cacheArcLengths=null,this}toJSON(){let t={metadata:{version:4.7,type:"Curve",generator:"Curve.toJSON"}};return t.arcLengthDivisions=this.arcLengthDivisions,t.type=this.type,t}fromJSON(t){return this.arcLengthDivisions=t.arcLengthDivisions,this.cacheArcLengths=null,this}},Ao=class extends Dn{constructor(t=0,e=0,n=1,s=1,r=0,o=Math.PI*2,a=!1,l=0){super(),this.isEllipseCurve=!0,this.type="EllipseCurve",this.aX=t,this.aY=e,this.xRadius=n,this.yRadius=s,this.aStartAngle=r,this.aEndAngle=o,this.aClockwise=a,this.aRotation=l}getPoint(t,e=new pt){let n=e,s=Math.PI*2,r=this.aEndAngle-this.aStartAngle,o=Math.abs(r)<Number.EPSILON;for(;r<0;)r+=s;for(;r>s;)r-=s;r<Number.EPSILON&&(o?r=0:r=s),this.aClockwise===!0&&!o&&(r===s?r=-s:r=r-s);let a=this.aStartAngle+t*r,l=this.aX+this.xRadius*Math.cos(a),c=this.aY+this.yRadius*Math.sin(a);if(this.aRotation!==0){let h=Math.cos(this.aRotation),u=Math.sin(this.aRotation),d=l-this.aX,f=c-this.aY;l=d*h-f*u+this.aX,c=d*u+f*h+this.aY}return n.set(l,c)}copy(t){return super.copy(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}toJSON(){let t=super.toJSON();return t.aX=this.aX,t.aY=this.aY,t.xRadius=this.xRadius,t.yRadius=this.yRadius,t.aStartAngle=this.aStartAngle,t.aEndAngle=this.aEndAngle,t.aClockwise=this.aClockwise,t.aRotation=this.aRotation,t}fromJSON(t){return super.fromJSON(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}},Mc=class extends Ao{constructor(t,e,n,s,r,o){super(t,e,n,n,s,r,o),this.isArcCurve=!0,this.type="ArcCurve"}};function Kd(){let i=0,t=0,e=0,n=0;function s(r,o,a,l){i=r,t=a,e=-3*r+3*o-2*a-l,n=2*r-2*o+a+l}return{initCatmullRom:function(r,o,a,l,c){s(o,a,c*(a-r),c*(l-o))},initNonuniformCatmullRom:function(r,o,a,l,c,h,u){let d=(o-r)/c-(a-r)/(c+h)+(a-o)/h,f=(a-o)/h-(l-o)/(h+u)+(l-a)/u;d*=h,f*=h,s(o,a,d,f)},calc:function(r){let o=r*r,a=o*r;return i+t*r+e*o+n*a}}}var hm=new R,um=new R,id=new Kd,sd=new Kd,rd=new Kd,wc=class extends Dn{constructor(t=[],e=!1,n="centripetal",s=.5){super(),this.isCatmullRomCurve3=!0,this.type="CatmullRomCurve3",this.points=t,this.closed=e,this.curveType=n,this.tension=s}getPoint(t,e=new R){let n=e,s=this.points,r=s.length,o=(r-(this.closed?0:1))*t,a=Math.floor(o),l=o-a;this.closed?a+=a>0?0:(Math.floor(Math.abs(a)/r)+1)*r:l===0&&a===r-1&&(a=r-2,l=1);let c,h;this.closed||a>0?c=s[(a-1)%r]:(um.subVectors(s[0],s[1]).add(s[0]),c=um);let u=s[a%r],d=s[(a+1)%r];if(this.closed||a+2<r?h=s[(a+2)%r]:(hm.subVectors(s[r-1],s[r-2]).add(s[r-1]),h=hm),this.curveType==="centripetal"||this.curveType==="chordal"){let f=this.curveType==="chordal"?.5:.25,p=Math.pow(c.distanceToSquared(u),f),_=Math.pow(u.distanceToSquared(d),f),m=Math.pow(d.distanceToSquared(h),f);_<1e-4&&(_=1),p<1e-4&&(p=_),m<1e-4&&(m=_),id.initNonuniformCatmullRom(c.x,u.x,d.x,h.x,p,_,m),sd.initNonuniformCatmullRom(c.y,u.y,d.y,h.y,p,_,m),rd.initNonuniformCatmullRom(c.z,u.z,d.z,h.z,p,_,m)}else this.curveType==="catmullrom"&&(id.initCatmullRom(c.x,u.x,d.x,h.x,this.tension),sd.initCatmullRom(c.y,u.y,d.y,h.y,this.tension),rd.initCatmullRom(c.z,u.z,d.z,h.z,this.tension));return n.set(id.calc(l),sd.calc(l),rd.calc(l)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t.closed=this.closed,t.curveType=this.curveType,t.tension=this.tension,t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new R().fromArray(s))}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}};function dm(i,t,e,n,s){let r=(n-t)*.5,o=(s-e)*.5,a=i*i,l=i*a;return(2*e-2*n+r+o)*l+(-3*e+3*n-2*r-o)*a+r*i+e}function ly(i,t){let e=1-i;return e*e*t}function cy(i,t){return 2*(1-i)*i*t}function hy(i,t){return i*i*t}function _a(i,t,e,n){return ly(i,t)+cy(i,e)+hy(i,n)}function uy(i,t){let e=1-i;return e*e*e*t}function dy(i,t){let e=1-i;return 3*e*e*i*t}function fy(i,t){return 3*(1-i)*i*i*t}function py(i,t){return i*i*i*t}function xa(i,t,e,n,s){return uy(i,t)+dy(i,e)+fy(i,n)+py(i,s)}var La=class extends Dn{constructor(t=new pt,e=new pt,n=new pt,s=new pt){super(),this.isCubicBezierCurve=!0,this.type="CubicBezierCurve",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new pt){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(xa(t,s.x,r.x,o.x,a.x),xa(t,s.y,r.y,o.y,a.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},Ec=class extends Dn{constructor(t=new R,e=new R,n=new R,s=new R){super(),this.isCubicBezierCurve3=!0,this.type="CubicBezierCurve3",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new R){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(xa(t,s.x,r.x,o.x,a.x),xa(t,s.y,r.y,o.y,a.y),xa(t,s.z,r.z,o.z,a.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},Da=class extends Dn{constructor(t=new pt,e=new pt){super(),this.isLineCurve=!0,this.type="LineCurve",this.v1=t,this.v2=e}getPoint(t,e=new pt){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new pt){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},Tc=class extends Dn{constructor(t=new R,e=new R){super(),this.isLineCurve3=!0,this.type="LineCurve3",this.v1=t,this.v2=e}getPoint(t,e=new R){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new R){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},Na=class extends Dn{constructor(t=new pt,e=new pt,n=new pt){super(),this.isQuadraticBezierCurve=!0,this.type="QuadraticBezierCurve",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new pt){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(_a(t,s.x,r.x,o.x),_a(t,s.y,r.y,o.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},Ua=class extends Dn{constructor(t=new R,e=new R,n=new R){super(),this.isQuadraticBezierCurve3=!0,this.type="QuadraticBezierCurve3",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new R){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(_a(t,s.x,r.x,o.x),_a(t,s.y,r.y,o.y),_a(t,s.z,r.z,o.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},Fa=class extends Dn{constructor(t=[]){super(),this.isSplineCurve=!0,this.type="SplineCurve",this.points=t}getPoint(t,e=new pt){let n=e,s=this.points,r=(s.length-1)*t,o=Math.floor(r),a=r-o,l=s[o===0?o:o-1],c=s[o],h=s[o>s.length-2?s.length-1:o+1],u=s[o>s.length-3?s.length-1:o+2];return n.set(dm(a,l.x,c.x,h.x,u.x),dm(a,l.y,c.y,h.y,u.y)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new pt().fromArray(s))}return this}},Ac=Object.freeze({__proto__:null,ArcCurve:Mc,CatmullRomCurve3:wc,CubicBezierCurve:La,CubicBezierCurve3:Ec,EllipseCurve:Ao,LineCurve:Da,LineCurve3:Tc,QuadraticBezierCurve:Na,QuadraticBezierCurve3:Ua,SplineCurve:Fa}),Rc=class extends Dn{constructor(){super(),this.type="CurvePath",this.curves=[],this.autoClose=!1,this.cacheLengths=null}add(t){this.curves.push(t)}closePath(){let t=this.curves[0].getPoint(0),e=this.curves[this.curves.length-1].getPoint(1);if(!t.equals(e)){let n=t.isVector2===!0?"LineCurve":"LineCurve3";this.curves.push(new Ac[n](e,t))}return this}getPoint(t,e){let n=t*this.getLength(),s=this.getCurveLengths(),r=0;for(;r<s.length;){if(s[r]>=n){let o=s[r]-n,a=this.curves[r],l=a.getLength(),c=l===0?0:1-o/l;return a.getPointAt(c,e)}r++}return null}getLength(){let t=this.getCurveLengths();return t[t.length-1]}updateArcLengths(){this.needsUpdate=!0,this.cacheLengths=null,this.getCurveLengths()}getCurveLengths(){if(this.cacheLengths&&this.cacheLengths.length===this.curves.length)return this.cacheLengths;let t=[],e=0;for(let n=0,s=this.curves.length;n<s;n++)e+=this.curves[n].getLength(),t.push(e);return this.cacheLengths=t,t}getSpacedPoints(t=40){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return this.autoClose&&e.push(e[0]),e}getPoints(t=12){let e=[],n;for(let s=0,r=this.curves;s<r.length;s++){let o=r[s],a=o.isEllipseCurve?t*2:o.isLineCurve||o.isLineCurve3?1:o.isSplineCurve?t*o.points.length:t,l=o.getPoints(a);for(let c=0;c<l.length;c++){let h=l[c];n&&n.equals(h)||(e.push(h),n=h)}}return this.autoClose&&e.length>1&&!e[e.length-1].equals(e[0])&&e.push(e[0]),e}copy(t){super.copy(t),this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){let s=t.curves[e];this.curves.push(s.clone())}return this.autoClose=t.autoClose,this.cacheLengths=null,this}toJSON(){let t=super.toJSON();t.autoClose=this.autoClose,t.curves=[];for(let e=0,n=this.curves.length;e<n;e++){let s=this.curves[e];t.curves.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.autoClose=t.autoClose,this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){let s=t.curves[e];this.curves.push(new Ac[s.type]().fromJSON(s))}return this.cacheLengths=null,this}},br=class extends Rc{constructor(t){super(),this.type="Path",this.currentPoint=new pt,t&&this.setFromPoints(t)}setFromPoints(t){this.moveTo(t[0].x,t[0].y);for(let e=1,n=t.length;e<n;e++)this.lineTo(t[e].x,t[e].y);return this}moveTo(t,e){return this.currentPoint.set(t,e),this}lineTo(t,e){let n=new Da(this.currentPoint.clone(),new pt(t,e));return this.curves.push(n),this.currentPoint.set(t,e),this}quadraticCurveTo(t,e,n,s){let r=new Na(this.currentPoint.clone(),new pt(t,e),new pt(n,s));return this.curves.push(r),this.currentPoint.set(n,s),this}bezierCurveTo(t,e,n,s,r,o){let a=new La(this.currentPoint.clone(),new pt(t,e),new pt(n,s),new pt(r,o));return this.curves.push(a),this.currentPoint.set(r,o),this}splineThru(t){let e=[this.currentPoint.clone()].concat(t),n=new Fa(e);return this.curves.push(n),this.currentPoint.copy(t[t.length-1]),this}arc(t,e,n,s,r,o){let a=this.currentPoint.x,l=this.currentPoint.y;return this.absarc(t+a,e+l,n,s,r,o),this}absarc(t,e,n,s,r,o){return this.absellipse(t,e,n,n,s,r,o),this}ellipse(t,e,n,s,r,o,a,l){let c=this.currentPoint.x,h=this.currentPoint.y;return this.absellipse(t+c,e+h,n,s,r,o,a,l),this}absellipse(t,e,n,s,r,o,a,l){let c=new Ao(t,e,n,s,r,o,a,l);if(this.curves.length>0){let u=c.getPoint(0);u.equals(this.currentPoint)||this.lineTo(u.x,u.y)}this.curves.push(c);let h=c.getPoint(1);return this.currentPoint.copy(h),this}copy(t){return super.copy(t),this.currentPoint.copy(t.currentPoint),this}toJSON(){let t=super.toJSON();return t.currentPoint=this.currentPoint.toArray(),t}fromJSON(t){return super.fromJSON(t),this.currentPoint.fromArray(t.currentPoint),this}},Mr=class extends br{constructor(t){super(t),this.uuid=Us(),this.type="Shape",this.holes=[]}getPointsHoles(t){let e=[];for(let n=0,s=this.holes.length;n<s;n++)e[n]=this.holes[n].getPoints(t);return e}extractPoints(t){return{shape:this.getPoints(t),holes:this.getPointsHoles(t)}}copy(t){super.copy(t),this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){let s=t.holes[e];this.holes.push(s.clone())}return this}toJSON(){let t=super.toJSON();t.uuid=this.uuid,t.holes=[];for(let e=0,n=this.holes.length;e<n;e++){let s=this.holes[e];t.holes.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.uuid=t.uuid,this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){let s=t.holes[e];this.holes.push(new br().fromJSON(s))}return this}};function my(i,t,e=2){let n=t&&t.length,s=n?t[0]*e:i.length,r=hg(i,0,s,e,!0),o=[];if(!r||r.next===r.prev)return o;let a,l,c;if(n&&(r=vy(i,t,r,e)),i.length>80*e){a=i[0],l=i[1];let h=a,u=l;for(let d=e;d<s;d+=e){let f=i[d],p=i[d+1];f<a&&(a=f),p<l&&(l=p),f>h&&(h=f),p>u&&(u=p)}c=Math.max(h-a,u-l),c=c!==0?32767/c:0}return Oa(r,o,e,a,l,c,0),o}function hg(i,t,e,n,s){let r;if(s===Iy(i,t,e,n)>0)for(let o=t;o<e;o+=n)r=fm(o/n|0,i[o],i[o+1],r);else for(let o=e-n;o>=t;o-=n)r=fm(o/n|0,i[o],i[o+1],r);return r&&Ro(r,r.next)&&(ka(r),r=r.next),r}function wr(i,t){if(!i)return i;t||(t=i);let e=i,n;do if(n=!1,!e.steiner&&(Ro(e,e.next)||sn(e.prev,e,e.next)===0)){if(ka(e),e=t=e.prev,e===e.next)break;n=!0}else e=e.next;while(n||e!==t);return t}function Oa(i,t,e,n,s,r,o){if(!i)return;!o&&r&&Ey(i,n,s,r);let a=i;for(;i.prev!==i.next;){let l=i.prev,c=i.next;if(r?_y(i,n,s,r):gy(i)){t.push(l.i,i.i,c.i),ka(i),i=c.next,a=c.next;continue}if(i=c,i===a){o?o===1?(i=xy(wr(i),t),Oa(i,t,e,n,s,r,2)):o===2&&yy(i,t,e,n,s,r):Oa(wr(i),t,e,n,s,r,1);break}}}function gy(i){let t=i.prev,e=i,n=i.next;if(sn(t,e,n)>=0)return!1;let s=t.x,r=e.x,o=n.x,a=t.y,l=e.y,c=n.y,h=Math.min(s,r,o),u=Math.min(a,l,c),d=Math.max(s,r,o),f=Math.max(a,l,c),p=n.next;for(;p!==t;){if(p.x>=h&&p.x<=d&&p.y>=u&&p.y<=f&&fa(s,a,r,l,o,c,p.x,p.y)&&sn(p.prev,p,p.next)>=0)return!1;p=p.next}return!0}function _y(i,t,e,n){let s=i.prev,r=i,o=i.next;if(sn(s,r,o)>=0)return!1;let a=s.x,l=r.x,c=o.x,h=s.y,u=r.y,d=o.y,f=Math.min(a,l,c),p=Math.min(h,u,d),_=Math.max(a,l,c),m=Math.max(h,u,d),g=dd(f,p,t,e,n),v=dd(_,m,t,e,n),w=i.prevZ,S=i.nextZ;for(;w&&w.z>=g&&S&&S.z<=v;){if(w.x>=f&&w.x<=_&&w.y>=p&&w.y<=m&&w!==s&&w!==o&&fa(a,h,l,u,c,d,w.x,w.y)&&sn(w.prev,w,w.next)>=0||(w=w.prevZ,S.x>=f&&S.x<=_&&S.y>=p&&S.y<=m&&S!==s&&S!==o&&fa(a,h,l,u,c,d,S.x,S.y)&&sn(S.prev,S,S.next)>=0))return!1;S=S.nextZ}for(;w&&w.z>=g;){if(w.x>=f&&w.x<=_&&w.y>=p&&w.y<=m&&w!==s&&w!==o&&fa(a,h,l,u,c,d,w.x,w.y)&&sn(w.prev,w,w.next)>=0)return!1;w=w.prevZ}for(;S&&S.z<=v;){if(S.x>=f&&S.x<=_&&S.y>=p&&S.y<=m&&S!==s&&S!==o&&fa(a,h,l,u,c,d,S.x,S.y)&&sn(S.prev,S,S.next)>=0)return!1;S=S.nextZ}return!0}function xy(i,t){let e=i;do{let n=e.prev,s=e.next.next;!Ro(n,s)&&dg(n,e,e.next,s)&&Ba(n,s)&&Ba(s,n)&&(t.push(n.i,e.i,s.i),ka(e),ka(e.next),e=i=s),e=e.next}while(e!==i);return wr(e)}function yy(i,t,e,n,s,r){let o=i;do{let a=o.next.next;for(;a!==o.prev;){if(o.i!==a.i&&Ry(o,a)){let l=fg(o,a);o=wr(o,o.next),l=wr(l,l.next),Oa(o,t,e,n,s,r,0),Oa(l,t,e,n,s,r,0);return}a=a.next}o=o.next}while(o!==i)}function vy(i,t,e,n){let s=[];for(let r=0,o=t.length;r<o;r++){let a=t[r]*n,l=r<o-1?t[r+1]*n:i.length,c=hg(i,a,l,n,!1);c===c.next&&(c.steiner=!0),s.push(Ay(c))}s.sort(Sy);for(let r=0;r<s.length;r++)e=by(s[r],e);return e}function Sy(i,t){let e=i.x-t.x;if(e===0&&(e=i.y-t.y,e===0)){let n=(i.next.y-i.y)/(i.next.x-i.x),s=(t.next.y-t.y)/(t.next.x-t.x);e=n-s}return e}function by(i,t){let e=My(i,t);if(!e)return t;let n=fg(e,i);return wr(n,n.next),wr(e,e.next)}function My(i,t){let e=t,n=i.x,s=i.y,r=-1/0,o;if(Ro(i,e))return e;do{if(Ro(i,e.next))return e.next;if(s<=e.y&&s>=e.next.y&&e.next.y!==e.y){let u=e.x+(s-e.y)*(e.next.x-e.x)/(e.next.y-e.y);if(u<=n&&u>r&&(r=u,o=e.x<e.next.x?e:e.next,u===n))return o}e=e.next}while(e!==t);if(!o)return null;let a=o,l=o.x,c=o.y,h=1/0;e=o;do{if(n>=e.x&&e.x>=l&&n!==e.x&&ug(s<c?n:r,s,l,c,s<c?r:n,s,e.x,e.y)){let u=Math.abs(s-e.y)/(n-e.x);Ba(e,i)&&(u<h||u===h&&(e.x>o.x||e.x===o.x&&wy(o,e)))&&(o=e,h=u)}e=e.next}while(e!==a);return o}function wy(i,t){return sn(i.prev,i,t.prev)<0&&sn(t.next,i,i.next)<0}function Ey(i,t,e,n){let s=i;do s.z===0&&(s.z=dd(s.x,s.y,t,e,n)),s.prevZ=s.prev,s.nextZ=s.next,s=s.next;while(s!==i);s.prevZ.nextZ=null,s.prevZ=null,Ty(s)}function Ty(i){let t,e=1;do{let n=i,s;i=null;let r=null;for(t=0;n;){t++;let o=n,a=0;for(let c=0;c<e&&(a++,o=o.nextZ,!!o);c++);let l=e;for(;a>0||l>0&&o;)a!==0&&(l===0||!o||n.z<=o.z)?(s=n,n=n.nextZ,a--):(s=o,o=o.nextZ,l--),r?r.nextZ=s:i=s,s.prevZ=r,r=s;n=o}r.nextZ=null,e*=2}while(t>1);return i}function dd(i,t,e,n,s){return i=(i-e)*s|0,t=(t-n)*s|0,i=(i|i<<8)&16711935,i=(i|i<<4)&252645135,i=(i|i<<2)&858993459,i=(i|i<<1)&1431655765,t=(t|t<<8)&16711935,t=(t|t<<4)&252645135,t=(t|t<<2)&858993459,t=(t|t<<1)&1431655765,i|t<<1}function Ay(i){let t=i,e=i;do(t.x<e.x||t.x===e.x&&t.y<e.y)&&(e=t),t=t.next;while(t!==i);return e}function ug(i,t,e,n,s,r,o,a){return(s-o)*(t-a)>=(i-o)*(r-a)&&(i-o)*(n-a)>=(e-o)*(t-a)&&(e-o)*(r-a)>=(s-o)*(n-a)}function fa(i,t,e,n,s,r,o,a){return!(i===o&&t===a)&&ug(i,t,e,n,s,r,o,a)}function Ry(i,t){return i.next.i!==t.i&&i.prev.i!==t.i&&!Cy(i,t)&&(Ba(i,t)&&Ba(t,i)&&Py(i,t)&&(sn(i.prev,i,t.prev)||sn(i,t.prev,t))||Ro(i,t)&&sn(i.prev,i,i.next)>0&&sn(t.prev,t,t.next)>0)}function sn(i,t,e){return(t.y-i.y)*(e.x-t.x)-(t.x-i.x)*(e.y-t.y)}function Ro(i,t){return i.x===t.x&&i.y===t.y}function dg(i,t,e,n){let s=Jl(sn(i,t,e)),r=Jl(sn(i,t,n)),o=Jl(sn(e,n,i)),a=Jl(sn(e,n,t));return!!(s!==r&&o!==a||s===0&&Zl(i,e,t)||r===0&&Zl(i,n,t)||o===0&&Zl(e,i,n)||a===0&&Zl(e,t,n))}function Zl(i,t,e){return t.x<=Math.max(i.x,e.x)&&t.x>=Math.min(i.x,e.x)&&t.y<=Math.max(i.y,e.y)&&t.y>=Math.min(i.y,e.y)}function Jl(i){return i>0?1:i<0?-1:0}function Cy(i,t){let e=i;do{if(e.i!==i.i&&e.next.i!==i.i&&e.i!==t.i&&e.next.i!==t.i&&dg(e,e.next,i,t))return!0;e=e.next}while(e!==i);return!1}function Ba(i,t){return sn(i.prev,i,i.next)<0?sn(i,t,i.next)>=0&&sn(i,i.prev,t)>=0:sn(i,t,i.prev)<0||sn(i,i.next,t)<0}function Py(i,t){let e=i,n=!1,s=(i.x+t.x)/2,r=(i.y+t.y)/2;do e.y>r!=e.next.y>r&&e.next.y!==e.y&&s<(e.next.x-e.x)*(r-e.y)/(e.next.y-e.y)+e.x&&(n=!n),e=e.next;while(e!==i);return n}function fg(i,t){let e=fd(i.i,i.x,i.y),n=fd(t.i,t.x,t.y),s=i.next,r=t.prev;return i.next=t,t.prev=i,e.next=s,s.prev=e,n.next=e,e.prev=n,r.next=n,n.prev=r,n}function fm(i,t,e,n){let s=fd(i,t,e);return n?(s.next=n.next,s.prev=n,n.next.prev=s,n.next=s):(s.prev=s,s.next=s),s}function ka(i){i.next.prev=i.prev,i.prev.next=i.next,i.prevZ&&(i.prevZ.nextZ=i.nextZ),i.nextZ&&(i.nextZ.prevZ=i.prevZ)}function fd(i,t,e){return{i,x:t,y:e,prev:null,next:null,z:0,prevZ:null,nextZ:null,steiner:!1}}function Iy(i,t,e,n){let s=0;for(let r=t,o=e-n;r<e;r+=n)s+=(i[o]-i[r])*(i[r+1]+i[o+1]),o=r;return s}var pd=class{static triangulate(t,e,n=2){return my(t,e,n)}},Ti=class i{static area(t){let e=t.length,n=0;for(let s=e-1,r=0;r<e;s=r++)n+=t[s].x*t[r].y-t[r].x*t[s].y;return n*.5}static isClockWise(t){return i.area(t)<0}static triangulateShape(t,e){let n=[],s=[],r=[];pm(t),mm(n,t);let o=t.length;e.forEach(pm);for(let l=0;l<e.length;l++)s.push(o),o+=e[l].length,mm(n,e[l]);let a=pd.triangulate(n,s);for(let l=0;l<a.length;l+=3)r.push(a.slice(l,l+3));return r}};function pm(i){let t=i.length;t>2&&i[t-1].equals(i[0])&&i.pop()}function mm(i,t){for(let e=0;e<t.length;e++)i.push(t[e].x),i.push(t[e].y)}var za=class i extends en{constructor(t=new Mr([new pt(.5,.5),new pt(-.5,.5),new pt(-.5,-.5),new pt(.5,-.5)]),e={}){super(),this.type="ExtrudeGeometry",this.parameters={shapes:t,options:e},t=Array.isArray(t)?t:[t];let n=this,s=[],r=[];for(let a=0,l=t.length;a<l;a++){let c=t[a];o(c)}this.setAttribute("position",new xe(s,3)),this.setAttribute("uv",new xe(r,2)),this.computeVertexNormals();function o(a){let l=[],c=e.curveSegments!==void 0?e.curveSegments:12,h=e.steps!==void 0?e.steps:1,u=e.depth!==void 0?e.depth:1,d=e.bevelEnabled!==void 0?e.bevelEnabled:!0,f=e.bevelThickness!==void 0?e.bevelThickness:.2,p=e.bevelSize!==void 0?e.bevelSize:f-.1,_=e.bevelOffset!==void 0?e.bevelOffset:0,m=e.bevelSegments!==void 0?e.bevelSegments:3,g=e.extrudePath,v=e.UVGenerator!==void 0?e.UVGenerator:Ly,w,S=!1,C,A,y,T;if(g){w=g.getSpacedPoints(h),S=!0,d=!1;let ot=g.isCatmullRomCurve3?g.closed:!1;C=g.computeFrenetFrames(h,ot),A=new R,y=new R,T=new R}d||(m=0,f=0,p=0,_=0);let O=a.extractPoints(c),L=O.shape,D=O.holes;if(!Ti.isClockWise(L)){L=L.reverse();for(let ot=0,vt=D.length;ot<vt;ot++){let xt=D[ot];Ti.isClockWise(xt)&&(D[ot]=xt.reverse())}}function G(ot){let xt=10000000000000001e-36,Bt=ot[0];for(let Dt=1;Dt<=ot.length;Dt++){let ne=Dt%ot.length,kt=ot[ne],_e=kt.x-Bt.x,fe=kt.y-Bt.y,ve=_e*_e+fe*fe,F=Math.max(Math.abs(kt.x),Math.abs(kt.y),Math.abs(Bt.x),Math.abs(Bt.y)),bt=xt*F*F;if(ve<=bt){ot.splice(ne,1),Dt--;continue}Bt=kt}}G(L),D.forEach(G);let N=D.length,H=L;for(let ot=0;ot<N;ot++){let vt=D[ot];L=L.concat(vt)}function q(ot,vt,xt){return vt||ae("ExtrudeGeometry: vec does not exist"),ot.clone().addScaledVector(vt,xt)}let V=L.length;function ct(ot,vt,xt){let Bt,Dt,ne,kt=ot.x-vt.x,_e=ot.y-vt.y,fe=xt.x-ot.x,ve=xt.y-ot.y,F=kt*kt+_e*_e,bt=kt*ve-_e*fe;if(Math.abs(bt)>Number.EPSILON){let Xt=Math.sqrt(F),he=Math.sqrt(fe*fe+ve*ve),Et=vt.x-_e/Xt,Fe=vt.y+kt/Xt,$t=xt.x-ve/he,te=xt.y+fe/he,P=(($t-Et)*ve-(te-Fe)*fe)/(kt*ve-_e*fe);Bt=Et+kt*P-ot.x,Dt=Fe+_e*P-ot.y;let b=Bt*Bt+Dt*Dt;if(b<=2)return new pt(Bt,Dt);ne=Math.sqrt(b/2)}else{let Xt=!1;kt>Number.EPSILON?fe>Number.EPSILON&&(Xt=!0):kt<-Number.EPSILON?fe<-Number.EPSILON&&(Xt=!0):Math.sign(_e)===Math.sign(ve)&&(Xt=!0),Xt?(Bt=-_e,Dt=kt,ne=Math.sqrt(F)):(Bt=kt,Dt=_e,ne=Math.sqrt(F/2))}return new pt(Bt/ne,Dt/ne)}let J=[];for(let ot=0,vt=H.length,xt=vt-1,Bt=ot+1;ot<vt;ot++,xt++,Bt++)xt===vt&&(xt=0),Bt===vt&&(Bt=0),J[ot]=ct(H[ot],H[xt],H[Bt]);let Q=[],et,ft=J.concat();for(let ot=0,vt=N;ot<vt;ot++){let xt=D[ot];et=[];for(let Bt=0,Dt=xt.length,ne=Dt-1,kt=Bt+1;Bt<Dt;Bt++,ne++,kt++)ne===Dt&&(ne=0),kt===Dt&&(kt=0),et[Bt]=ct(xt[Bt],xt[ne],xt[kt]);Q.push(et),ft=ft.concat(et)}let ht;if(m===0)ht=Ti.triangulateShape(H,D);else{let ot=[],vt=[];for(let xt=0;xt<m;xt++){let Bt=xt/m,Dt=f*Math.cos(Bt*Math.PI/2),ne=p*Math.sin(Bt*Math.PI/2)+_;for(let kt=0,_e=H.length;kt<_e;kt++){let fe=q(H[kt],J[kt],ne);Ht(fe.x,fe.y,-Dt),Bt===0&&ot.push(fe)}for(let kt=0,_e=N;kt<_e;kt++){let fe=D[kt];et=Q[kt];let ve=[];for(let F=0,bt=fe.length;F<bt;F++){let Xt=q(fe[F],et[F],ne);Ht(Xt.x,Xt.y,-Dt),Bt===0&&ve.push(Xt)}Bt===0&&vt.push(ve)}}ht=Ti.triangulateShape(ot,vt)}let tt=ht.length,_t=p+_;for(let ot=0;ot<V;ot++){let vt=d?q(L[ot],ft[ot],_t):L[ot];S?(y.copy(C.normals[0]).multiplyScalar(vt.x),A.copy(C.binormals[0]).multiplyScalar(vt.y),T.copy(w[0]).add(y).add(A),Ht(T.x,T.y,T.z)):Ht(vt.x,vt.y,0)}for(let ot=1;ot<=h;ot++)for(let vt=0;vt<V;vt++){let xt=d?q(L[vt],ft[vt],_t):L[vt];S?(y.copy(C.normals[ot]).multiplyScalar(xt.x),A.copy(C.binormals[ot]).multiplyScalar(xt.y),T.copy(w[ot]).add(y).add(A),Ht(T.x,T.y,T.z)):Ht(xt.x,xt.y,u/h*ot)}for(let ot=m-1;ot>=0;ot--){let vt=ot/m,xt=f*Math.cos(vt*Math.PI/2),Bt=p*Math.sin(vt*Math.PI/2)+_;for(let Dt=0,ne=H.length;Dt<ne;Dt++){let kt=q(H[Dt],J[Dt],Bt);Ht(kt.x,kt.y,u+xt)}for(let Dt=0,ne=D.length;Dt<ne;Dt++){let kt=D[Dt];et=Q[Dt];for(let _e=0,fe=kt.length;_e<fe;_e++){let ve=q(kt[_e],et[_e],Bt);S?Ht(ve.x,ve.y+w[h-1].y,w[h-1].x+xt):Ht(ve.x,ve.y,u+xt)}}}yt(),Lt();function yt(){let ot=s.length/3;if(d){let vt=0,xt=V*vt;for(let Bt=0;Bt<tt;Bt++){let Dt=ht[Bt];se(Dt[2]+xt,Dt[1]+xt,Dt[0]+xt)}vt=h+m*2,xt=V*vt;for(let Bt=0;Bt<tt;Bt++){let Dt=ht[Bt];se(Dt[0]+xt,Dt[1]+xt,Dt[2]+xt)}}else{for(let vt=0;vt<tt;vt++){let xt=ht[vt];se(xt[2],xt[1],xt[0])}for(let vt=0;vt<tt;vt++){let xt=ht[vt];se(xt[0]+V*h,xt[1]+V*h,xt[2]+V*h)}}n.addGroup(ot,s.length/3-ot,0)}function Lt(){let ot=s.length/3,vt=0;wt(H,vt),vt+=H.length;for(let xt=0,Bt=D.length;xt<Bt;xt++){let Dt=D[xt];wt(Dt,vt),vt+=Dt.length}n.addGroup(ot,s.length/3-ot,1)}function wt(ot,vt){let xt=ot.length;for(;--xt>=0;){let Bt=xt,Dt=xt-1;Dt<0&&(Dt=ot.length-1);for(let ne=0,kt=h+m*2;ne<kt;ne++){let _e=V*ne,fe=V*(ne+1),ve=vt+Bt+_e,F=vt+Dt+_e,bt=vt+Dt+fe,Xt=vt+Bt+fe;Jt(ve,F,bt,Xt)}}}function Ht(ot,vt,xt){l.push(ot),l.push(vt),l.push(xt)}function se(ot,vt,xt){re(ot),re(vt),re(xt);let Bt=s.length/3,Dt=v.generateTopUV(n,s,Bt-3,Bt-2,Bt-1);ie(Dt[0]),ie(Dt[1]),ie(Dt[2])}function Jt(ot,vt,xt,Bt){re(ot),re(vt),re(Bt),re(vt),re(xt),re(Bt);let Dt=s.length/3,ne=v.generateSideWallUV(n,s,Dt-6,Dt-3,Dt-2,Dt-1);ie(ne[0]),ie(ne[1]),ie(ne[3]),ie(ne[1]),ie(ne[2]),ie(ne[3])}function re(ot){s.push(l[ot*3+0]),s.push(l[ot*3+1]),s.push(l[ot*3+2])}function ie(ot){r.push(ot.x),r.push(ot.y)}}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON(),e=this.parameters.shapes,n=this.parameters.options;return Dy(e,n,t)}static fromJSON(t,e){let n=[];for(let r=0,o=t.shapes.length;r<o;r++){let a=e[t.shapes[r]];n.push(a)}let s=t.options.extrudePath;return s!==void 0&&(t.options.extrudePath=new Ac[s.type]().fromJSON(s)),new i(n,t.options)}},Ly={generateTopUV:function(i,t,e,n,s){let r=t[e*3],o=t[e*3+1],a=t[n*3],l=t[n*3+1],c=t[s*3],h=t[s*3+1];return[new pt(r,o),new pt(a,l),new pt(c,h)]},generateSideWallUV:function(i,t,e,n,s,r){let o=t[e*3],a=t[e*3+1],l=t[e*3+2],c=t[n*3],h=t[n*3+1],u=t[n*3+2],d=t[s*3],f=t[s*3+1],p=t[s*3+2],_=t[r*3],m=t[r*3+1],g=t[r*3+2];return Math.abs(a-h)<Math.abs(o-c)?[new pt(o,1-l),new pt(c,1-u),new pt(d,1-p),new pt(_,1-g)]:[new pt(a,1-l),new pt(h,1-u),new pt(f,1-p),new pt(m,1-g)]}};function Dy(i,t,e){if(e.shapes=[],Array.isArray(i))for(let n=0,s=i.length;n<s;n++){let r=i[n];e.shapes.push(r.uuid)}else e.shapes.push(i.uuid);return e.options=Object.assign({},t),t.extrudePath!==void 0&&(e.options.extrudePath=t.extrudePath.toJSON()),e}var Er=class i extends en{constructor(t=1,e=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:s};let r=t/2,o=e/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,u=t/a,d=e/l,f=[],p=[],_=[],m=[];for(let g=0;g<h;g++){let v=g*d-o;for(let w=0;w<c;w++){let S=w*u-r;p.push(S,-v,0),_.push(0,0,1),m.push(w/a),m.push(1-g/l)}}for(let g=0;g<l;g++)for(let v=0;v<a;v++){let w=v+c*g,S=v+c*(g+1),C=v+1+c*(g+1),A=v+1+c*g;f.push(w,S,A),f.push(S,C,A)}this.setIndex(f),this.setAttribute("position",new xe(p,3)),this.setAttribute("normal",new xe(_,3)),this.setAttribute("uv",new xe(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.widthSegments,t.heightSegments)}};var Va=class i extends en{constructor(t=new Mr([new pt(0,.5),new pt(-.5,-.5),new pt(.5,-.5)]),e=12){super(),this.type="ShapeGeometry",this.parameters={shapes:t,curveSegments:e};let n=[],s=[],r=[],o=[],a=0,l=0;if(Array.isArray(t)===!1)c(t);else for(let h=0;h<t.length;h++)c(t[h]),this.addGroup(a,l,h),a+=l,l=0;this.setIndex(n),this.setAttribute("position",new xe(s,3)),this.setAttribute("normal",new xe(r,3)),this.setAttribute("uv",new xe(o,2));function c(h){let u=s.length/3,d=h.extractPoints(e),f=d.shape,p=d.holes;Ti.isClockWise(f)===!1&&(f=f.reverse());for(let m=0,g=p.length;m<g;m++){let v=p[m];Ti.isClockWise(v)===!0&&(p[m]=v.reverse())}let _=Ti.triangulateShape(f,p);for(let m=0,g=p.length;m<g;m++){let v=p[m];f=f.concat(v)}for(let m=0,g=f.length;m<g;m++){let v=f[m];s.push(v.x,v.y,0),r.push(0,0,1),o.push(v.x,v.y)}for(let m=0,g=_.length;m<g;m++){let v=_[m],w=v[0]+u,S=v[1]+u,C=v[2]+u;n.push(w,S,C),l+=3}}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON(),e=this.parameters.shapes;return Ny(e,t)}static fromJSON(t,e){let n=[];for(let s=0,r=t.shapes.length;s<r;s++){let o=e[t.shapes[s]];n.push(o)}return new i(n,t.curveSegments)}};function Ny(i,t){if(t.shapes=[],Array.isArray(i))for(let e=0,n=i.length;e<n;e++){let s=i[e];t.shapes.push(s.uuid)}else t.shapes.push(i.uuid);return t}var Tr=class i extends en{constructor(t=1,e=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new R,d=new R,f=[],p=[],_=[],m=[];for(let g=0;g<=n;g++){let v=[],w=g/n,S=o+w*a,C=t*Math.cos(S),A=Math.sqrt(t*t-C*C),y=0;g===0&&o===0?y=.5/e:g===n&&l===Math.PI&&(y=-.5/e);for(let T=0;T<=e;T++){let O=T/e,L=s+O*r;u.x=-A*Math.cos(L),u.y=C,u.z=A*Math.sin(L),p.push(u.x,u.y,u.z),d.copy(u).normalize(),_.push(d.x,d.y,d.z),m.push(O+y,1-w),v.push(c++)}h.push(v)}for(let g=0;g<n;g++)for(let v=0;v<e;v++){let w=h[g][v+1],S=h[g][v],C=h[g+1][v],A=h[g+1][v+1];(g!==0||o>0)&&f.push(w,S,A),(g!==n-1||l<Math.PI)&&f.push(S,C,A)}this.setIndex(f),this.setAttribute("position",new xe(p,3)),this.setAttribute("normal",new xe(_,3)),this.setAttribute("uv",new xe(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var Ha=class i extends en{constructor(t=1,e=.4,n=12,s=48,r=Math.PI*2,o=0,a=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:t,tube:e,radialSegments:n,tubularSegments:s,arc:r,thetaStart:o,thetaLength:a},n=Math.floor(n),s=Math.floor(s);let l=[],c=[],h=[],u=[],d=new R,f=new R,p=new R;for(let _=0;_<=n;_++){let m=o+_/n*a;for(let g=0;g<=s;g++){let v=g/s*r;f.x=(t+e*Math.cos(m))*Math.cos(v),f.y=(t+e*Math.cos(m))*Math.sin(v),f.z=e*Math.sin(m),c.push(f.x,f.y,f.z),d.x=t*Math.cos(v),d.y=t*Math.sin(v),p.subVectors(f,d).normalize(),h.push(p.x,p.y,p.z),u.push(g/s),u.push(_/n)}}for(let _=1;_<=n;_++)for(let m=1;m<=s;m++){let g=(s+1)*_+m-1,v=(s+1)*(_-1)+m-1,w=(s+1)*(_-1)+m,S=(s+1)*_+m;l.push(g,v,S),l.push(v,w,S)}this.setIndex(l),this.setAttribute("position",new xe(c,3)),this.setAttribute("normal",new xe(h,3)),this.setAttribute("uv",new xe(u,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.tube,t.radialSegments,t.tubularSegments,t.arc,t.thetaStart,t.thetaLength)}};var Ar=class i extends en{constructor(t=new Ua(new R(-1,-1,0),new R(-1,1,0),new R(1,1,0)),e=64,n=1,s=8,r=!1){super(),this.type="TubeGeometry",this.parameters={path:t,tubularSegments:e,radius:n,radialSegments:s,closed:r};let o=t.computeFrenetFrames(e,r);this.tangents=o.tangents,this.normals=o.normals,this.binormals=o.binormals;let a=new R,l=new R,c=new pt,h=new R,u=[],d=[],f=[],p=[];_(),this.setIndex(p),this.setAttribute("position",new xe(u,3)),this.setAttribute("normal",new xe(d,3)),this.setAttribute("uv",new xe(f,2));function _(){for(let w=0;w<e;w++)m(w);m(r===!1?e:0),v(),g()}function m(w){h=t.getPointAt(w/e,h);let S=o.normals[w],C=o.binormals[w];for(let A=0;A<=s;A++){let y=A/s*Math.PI*2,T=Math.sin(y),O=-Math.cos(y);l.x=O*S.x+T*C.x,l.y=O*S.y+T*C.y,l.z=O*S.z+T*C.z,l.normalize(),d.push(l.x,l.y,l.z),a.x=h.x+n*l.x,a.y=h.y+n*l.y,a.z=h.z+n*l.z,u.push(a.x,a.y,a.z)}}function g(){for(let w=1;w<=e;w++)for(let S=1;S<=s;S++){let C=(s+1)*(w-1)+(S-1),A=(s+1)*w+(S-1),y=(s+1)*w+S,T=(s+1)*(w-1)+S;p.push(C,A,T),p.push(A,y,T)}}function v(){for(let w=0;w<=e;w++)for(let S=0;S<=s;S++)c.x=w/e,c.y=S/s,f.push(c.x,c.y)}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON();return t.path=this.parameters.path.toJSON(),t}static fromJSON(t){return new i(new Ac[t.path.type]().fromJSON(t.path),t.tubularSegments,t.radius,t.radialSegments,t.closed)}},Ga=class extends en{constructor(t=null){if(super(),this.type="WireframeGeometry",this.parameters={geometry:t},t!==null){let e=[],n=new Set,s=new R,r=new R;if(t.index!==null){let o=t.attributes.position,a=t.index,l=t.groups;l.length===0&&(l=[{start:0,count:a.count,materialIndex:0}]);for(let c=0,h=l.length;c<h;++c){let u=l[c],d=u.start,f=u.count;for(let p=d,_=d+f;p<_;p+=3)for(let m=0;m<3;m++){let g=a.getX(p+m),v=a.getX(p+(m+1)%3);s.fromBufferAttribute(o,g),r.fromBufferAttribute(o,v),gm(s,r,n)===!0&&(e.push(s.x,s.y,s.z),e.push(r.x,r.y,r.z))}}}else{let o=t.attributes.position;for(let a=0,l=o.count/3;a<l;a++)for(let c=0;c<3;c++){let h=3*a+c,u=3*a+(c+1)%3;s.fromBufferAttribute(o,h),r.fromBufferAttribute(o,u),gm(s,r,n)===!0&&(e.push(s.x,s.y,s.z),e.push(r.x,r.y,r.z))}}this.setAttribute("position",new xe(e,3))}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}};function gm(i,t,e){let n=`${i.x},${i.y},${i.z}-${t.x},${t.y},${t.z}`,s=`${t.x},${t.y},${t.z}-${i.x},${i.y},${i.z}`;return e.has(n)===!0||e.has(s)===!0?!1:(e.add(n),e.add(s),!0)}var Wa=class extends as{constructor(t){super(),this.isShadowMaterial=!0,this.type="ShadowMaterial",this.color=new de(0),this.transparent=!0,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.fog=t.fog,this}};function Dr(i){let t={};for(let e in i){t[e]={};for(let n in i[e]){let s=i[e][n];if(_m(s))s.isRenderTargetTexture?(ee("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=s.clone();else if(Array.isArray(s))if(_m(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();t[e][n]=r}else t[e][n]=s.slice();else t[e][n]=s}}return t}function Hn(i){let t={};for(let e=0;e<i.length;e++){let n=Dr(i[e]);for(let s in n)t[s]=n[s]}return t}function _m(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function Uy(i){let t=[];for(let e=0;e<i.length;e++)t.push(i[e].clone());return t}function jd(i){let t=i.getRenderTarget();return t===null?i.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:Re.workingColorSpace}var cl={clone:Dr,merge:Hn},Fy=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,Oy=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Ai=class extends as{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=Fy,this.fragmentShader=Oy,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=Dr(t.uniforms),this.uniformsGroups=Uy(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this.defaultAttributeValues=Object.assign({},t.defaultAttributeValues),this.index0AttributeName=t.index0AttributeName,this.uniformsNeedUpdate=t.uniformsNeedUpdate,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?e.uniforms[s]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[s]={type:"m4",value:o.toArray()}:e.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}fromJSON(t,e){if(super.fromJSON(t,e),t.uniforms!==void 0)for(let n in t.uniforms){let s=t.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=e[s.value]||null;break;case"c":this.uniforms[n].value=new de().setHex(s.value);break;case"v2":this.uniforms[n].value=new pt().fromArray(s.value);break;case"v3":this.uniforms[n].value=new R().fromArray(s.value);break;case"v4":this.uniforms[n].value=new Be().fromArray(s.value);break;case"m3":this.uniforms[n].value=new me().fromArray(s.value);break;case"m4":this.uniforms[n].value=new Ie().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(t.defines!==void 0&&(this.defines=t.defines),t.vertexShader!==void 0&&(this.vertexShader=t.vertexShader),t.fragmentShader!==void 0&&(this.fragmentShader=t.fragmentShader),t.glslVersion!==void 0&&(this.glslVersion=t.glslVersion),t.extensions!==void 0)for(let n in t.extensions)this.extensions[n]=t.extensions[n];return t.lights!==void 0&&(this.lights=t.lights),t.clipping!==void 0&&(this.clipping=t.clipping),this}},Cc=class extends Ai{constructor(t){super(t),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},ls=class extends as{constructor(t){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new de(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new de(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Ph,this.normalScale=new pt(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Rs,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.defines={STANDARD:""},this.color.copy(t.color),this.roughness=t.roughness,this.metalness=t.metalness,this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.roughnessMap=t.roughnessMap,this.metalnessMap=t.metalnessMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.envMapIntensity=t.envMapIntensity,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}};var Pc=class extends as{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=Km,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},Ic=class extends as{constructor(t){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}};function fo(i,t){return!i||i.constructor===t?i:typeof t.BYTES_PER_ELEMENT=="number"?new t(i):Array.prototype.slice.call(i)}function Kl(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var tr=class{constructor(t,e,n,s){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new e.constructor(n),this.sampleValues=e,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,n=this._cachedIndex,s=e[n],r=e[n-1];n:{t:{let o;e:{i:if(!(t<s)){for(let a=n+2;;){if(s===void 0){if(t<r)break i;return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=e[++n],t<s)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=e[--n-1],t>=r)break t}o=n,n=0;break e}break n}for(;n<o;){let a=n+o>>>1;t<e[a]?o=a:n=a+1}if(s=e[n],r=e[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,t,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=t*s;for(let o=0;o!==s;++o)e[o]=n[r+o];return e}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},Lc=class extends tr{constructor(t,e,n,s){super(t,e,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:cd,endingEnd:cd}}intervalChanged_(t,e,n){let s=this.parameterPositions,r=t-2,o=t+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case hd:r=t,a=2*e-n;break;case ud:r=s.length-2,a=e+s[r]-s[r+1];break;default:r=t,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case hd:o=t,l=2*n-e;break;case ud:o=1,l=n+s[1]-s[0];break;default:o=t-1,l=e}let c=(n-e)*.5,h=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,p=(n-e)/(s-e),_=p*p,m=_*p,g=-d*m+2*d*_-d*p,v=(1+d)*m+(-1.5-2*d)*_+(-.5+d)*p+1,w=(-1-f)*m+(1.5+f)*_+.5*p,S=f*m-f*_;for(let C=0;C!==a;++C)r[C]=g*o[h+C]+v*o[c+C]+w*o[l+C]+S*o[u+C];return r}},Dc=class extends tr{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=(n-e)/(s-e),u=1-h;for(let d=0;d!==a;++d)r[d]=o[c+d]*u+o[l+d]*h;return r}},Nc=class extends tr{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t){return this.copySampleValue_(t-1)}},Uc=class extends tr{interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this.inTangents,u=this.outTangents;if(!h||!u){let p=(n-e)/(s-e),_=1-p;for(let m=0;m!==a;++m)r[m]=o[c+m]*_+o[l+m]*p;return r}let d=a*2,f=t-1;for(let p=0;p!==a;++p){let _=o[c+p],m=o[l+p],g=f*d+p*2,v=u[g],w=u[g+1],S=t*d+p*2,C=h[S],A=h[S+1],y=ky(n,e,v,C,s);r[p]=pg(y,_,w,A,m)}return r}};function pg(i,t,e,n,s){let r=1-i;return r*r*r*t+3*r*r*i*e+3*r*i*i*n+i*i*i*s}function By(i,t,e,n,s){let r=1-i;return 3*r*r*(e-t)+6*r*i*(n-e)+3*i*i*(s-n)}function ky(i,t,e,n,s){let r=(i-t)/(s-t);for(let o=0;o<8;o++){let a=pg(r,t,e,n,s)-i;if(Math.abs(a)<1e-10)break;let l=By(r,t,e,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var xi=class{constructor(t,e,n,s){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=fo(e,this.TimeBufferType),this.values=fo(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,n;if(e.toJSON!==this.toJSON)n=e.toJSON(t);else{n={name:t.name,times:fo(t.times,Array),values:fo(t.values,Array)};let s=t.getInterpolation();s!==t.DefaultInterpolation&&(n.interpolation=s),Kl(t.settings)&&(n.settings={inTangents:fo(t.settings.inTangents,Array),outTangents:fo(t.settings.outTangents,Array)})}return n.type=t.ValueTypeName,n}InterpolantFactoryMethodDiscrete(t){return new Nc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new Dc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new Lc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodBezier(t){let e=new Uc(this.times,this.values,this.getValueSize(),t);return this.settings&&(e.inTangents=this.settings.inTangents,e.outTangents=this.settings.outTangents),e}setInterpolation(t){let e;switch(t){case ya:e=this.InterpolantFactoryMethodDiscrete;break;case dc:e=this.InterpolantFactoryMethodLinear;break;case ec:e=this.InterpolantFactoryMethodSmooth;break;case ld:e=this.InterpolantFactoryMethodBezier;break}if(e===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return ee("KeyframeTrack:",n),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return ya;case this.InterpolantFactoryMethodLinear:return dc;case this.InterpolantFactoryMethodSmooth:return ec;case this.InterpolantFactoryMethodBezier:return ld}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]+=t;Kl(this.settings)&&(xm(this.settings.inTangents,t),xm(this.settings.outTangents,t))}return this}scale(t){if(t!==1){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]*=t;Kl(this.settings)&&(ym(this.settings.inTangents,t),ym(this.settings.outTangents,t))}return this}trim(t,e){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<t;)++r;for(;o!==-1&&n[o]>e;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(ae("KeyframeTrack: Invalid value size in track.",this),t=!1);let n=this.times,s=this.values,r=n.length;r===0&&(ae("KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){ae("KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){ae("KeyframeTrack: Out of order keys.",this,a,l,o),t=!1;break}o=l}if(s!==void 0&&Rx(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){ae("KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===ec,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],h=t[a+1];if(c!==h&&(a!==1||c!==t[0]))if(s)l=!0;else{let u=a*n,d=u-n,f=u+n;for(let p=0;p!==n;++p){let _=e[u+p];if(_!==e[d+p]||_!==e[f+p]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let u=a*n,d=o*n;for(let f=0;f!==n;++f)e[d+f]=e[u+f]}++o}}if(r>0){t[o]=t[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*n)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),n=this.constructor,s=new n(this.name,t,e);return s.createInterpolant=this.createInterpolant,Kl(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function xm(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]+=t}function ym(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]*=t}xi.prototype.ValueTypeName="";xi.prototype.TimeBufferType=Float32Array;xi.prototype.ValueBufferType=Float32Array;xi.prototype.DefaultInterpolation=dc;var er=class extends xi{constructor(t,e,n){super(t,e,n)}};er.prototype.ValueTypeName="bool";er.prototype.ValueBufferType=Array;er.prototype.DefaultInterpolation=ya;er.prototype.InterpolantFactoryMethodLinear=void 0;er.prototype.InterpolantFactoryMethodSmooth=void 0;var Fc=class extends xi{constructor(t,e,n,s){super(t,e,n,s)}};Fc.prototype.ValueTypeName="color";var Oc=class extends xi{constructor(t,e,n,s){super(t,e,n,s)}};Oc.prototype.ValueTypeName="number";var Bc=class extends tr{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-e)/(s-e),c=t*a;for(let h=c+a;c!==h;c+=4)Ee.slerpFlat(r,0,o,c-a,o,c,l);return r}},Xa=class extends xi{constructor(t,e,n,s){super(t,e,n,s)}InterpolantFactoryMethodLinear(t){return new Bc(this.times,this.values,this.getValueSize(),t)}};Xa.prototype.ValueTypeName="quaternion";Xa.prototype.InterpolantFactoryMethodSmooth=void 0;var nr=class extends xi{constructor(t,e,n){super(t,e,n)}};nr.prototype.ValueTypeName="string";nr.prototype.ValueBufferType=Array;nr.prototype.DefaultInterpolation=ya;nr.prototype.InterpolantFactoryMethodLinear=void 0;nr.prototype.InterpolantFactoryMethodSmooth=void 0;var kc=class extends xi{constructor(t,e,n,s){super(t,e,n,s)}};kc.prototype.ValueTypeName="vector";var zc=class{constructor(t,e,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=c.length;u<d;u+=2){let f=c[u],p=c[u+1];if(f.global&&(f.lastIndex=0),f.test(h))return p}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},mg=new zc,Vc=class{constructor(t){this.manager=t!==void 0?t:mg,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(t,e){let n=this;return new Promise(function(s,r){n.load(t,s,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}setPriority(t){return this.priority=t,this}setCache(t){return this.cache=t,this}abort(){return this}};Vc.DEFAULT_MATERIAL_NAME="__DEFAULT";var qa=class extends Ln{static registerNode(t){this.prototype._lightNode=t}constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new de(t),this.intensity=e}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,e}},Ya=class extends qa{constructor(t,e,n){super(t,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Ln.DEFAULT_UP),this.updateMatrix(),this.groundColor=new de(e)}copy(t,e){return super.copy(t,e),this.groundColor.copy(t.groundColor),this}toJSON(t){let e=super.toJSON(t);return e.object.groundColor=this.groundColor.getHex(),e}},od=new Ie,vm=new R,Sm=new R,Hc=class{constructor(t){this.camera=t,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new pt(512,512),this.mapType=si,this.map=null,this.mapPass=null,this.matrix=new Ie,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new js,this._frameExtents=new pt(1,1),this._viewportCount=1,this._viewports=[new Be(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(t){let e=this.camera;vm.setFromMatrixPosition(t.matrixWorld),e.position.copy(vm),Sm.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(Sm),e.updateMatrixWorld(),this._updateMatrix(e,this.matrix,this._frustum)}_updateMatrix(t,e,n,s){od.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),n.setFromProjectionMatrix(od,t.coordinateSystem,t.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;t.coordinateSystem===vo||t.reversedDepth?e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),e.multiply(od)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.autoUpdate=t.autoUpdate,this.needsUpdate=t.needsUpdate,this.normalBias=t.normalBias,this.blurSamples=t.blurSamples,this.mapSize.copy(t.mapSize),this.mapType=t.mapType,this.biasNode=t.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return t.intensity=this.intensity,t.bias=this.bias,t.normalBias=this.normalBias,t.radius=this.radius,t.blurSamples=this.blurSamples,t.mapSize=this.mapSize.toArray(),t.mapType=this.mapType,t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}},jl=new R,Ql=new Ee,ss=new R,$a=class extends Ln{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Ie,this.projectionMatrix=new Ie,this.projectionMatrixInverse=new Ie,this.coordinateSystem=Ei,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorld.decompose(jl,Ql,ss),ss.x===1&&ss.y===1&&ss.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(jl,Ql,ss.set(1,1,1)).invert()}updateWorldMatrix(t,e,n=!1){super.updateWorldMatrix(t,e,n),this.matrixWorld.decompose(jl,Ql,ss),ss.x===1&&ss.y===1&&ss.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(jl,Ql,ss.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Js=new R,bm=new pt,Mm=new pt,Kn=class extends $a{constructor(t=50,e=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=bo*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(ma*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return bo*2*Math.atan(Math.tan(ma*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){Js.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(Js.x,Js.y).multiplyScalar(-t/Js.z),Js.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Js.x,Js.y).multiplyScalar(-t/Js.z)}getViewSize(t,e){return this.getViewBounds(t,bm,Mm),e.subVectors(Mm,bm)}setViewOffset(t,e,n,s,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(ma*.5*this.fov)/this.zoom,n=2*e,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,e-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,e,e-n,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}};var Za=class extends $a{constructor(t=-1,e=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-t,o=n+t,a=s+e,l=s-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},md=class extends Hc{constructor(){super(new Za(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},Ja=class extends qa{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Ln.DEFAULT_UP),this.updateMatrix(),this.target=new Ln,this.shadow=new md}dispose(){super.dispose(),this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}toJSON(t){let e=super.toJSON(t);return e.object.shadow=this.shadow.toJSON(),e.object.target=this.target.uuid,e}};var Ka=class extends en{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(t){return super.copy(t),this.instanceCount=t.instanceCount,this}toJSON(){let t=super.toJSON();return t.instanceCount=this.instanceCount,t.isInstancedBufferGeometry=!0,t}};var po=-90,mo=1,Co=class extends Ln{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new Kn(po,mo,t,e);s.layers=this.layers,this.add(s);let r=new Kn(po,mo,t,e);r.layers=this.layers,this.add(r);let o=new Kn(po,mo,t,e);o.layers=this.layers,this.add(o);let a=new Kn(po,mo,t,e);a.layers=this.layers,this.add(a);let l=new Kn(po,mo,t,e);l.layers=this.layers,this.add(l);let c=new Kn(po,mo,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[n,s,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===Ei)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===vo)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=t.getRenderTarget(),d=t.getActiveCubeFace(),f=t.getActiveMipmapLevel(),p=t.xr.enabled;t.xr.enabled=!1;let _=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let m=!1;t.isWebGLRenderer===!0?m=t.state.buffers.depth.getReversed():m=t.reversedDepthBuffer,t.setRenderTarget(n,0,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,r),t.setRenderTarget(n,1,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,o),t.setRenderTarget(n,2,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,a),t.setRenderTarget(n,3,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,l),t.setRenderTarget(n,4,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,c),n.texture.mipmapsAutoUpdate=_,t.setRenderTarget(n,5,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,h),t.setRenderTarget(u,d,f),t.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},Gc=class extends Kn{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t,this.perCameraFrustumCulled=!1}};var Qd="\\[\\]\\.:\\/",zy=new RegExp("["+Qd+"]","g"),tf="[^"+Qd+"]",Vy="[^"+Qd.replace("\\.","")+"]",Hy=/((?:WC+[\/:])*)/.source.replace("WC",tf),Gy=/(WCOD+)?/.source.replace("WCOD",Vy),Wy=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",tf),Xy=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",tf),qy=new RegExp("^"+Hy+Gy+Wy+Xy+"$"),Yy=["material","materials","bones","map"],gd=class{constructor(t,e,n){let s=n||Ke.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,s)}getValue(t,e){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(t,e)}setValue(t,e){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].unbind()}},Ke=class i{constructor(t,e,n){this.path=e,this.parsedPath=n||i.parseTrackName(e),this.node=i.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,n){return t&&t.isAnimationObjectGroup?new i.Composite(t,e,n):new i(t,e,n)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(zy,"")}static parseTrackName(t){let e=qy.exec(t);if(e===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+t);let n={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);Yy.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+t);return n}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let n=t.skeleton.getBoneByName(e);if(n!==void 0)return n}if(t.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=n(a.children);if(l)return l}return null},s=n(t.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)t[e++]=n[s]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,n=e.objectName,s=e.propertyName,r=e.propertyIndex;if(t||(t=i.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){ee("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=e.objectIndex;switch(n){case"materials":if(!t.material){ae("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){ae("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){ae("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let h=0;h<t.length;h++)if(t[h].name===c){c=h;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){ae("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){ae("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[n]===void 0){ae("PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[n]}if(c!==void 0){if(t[c]===void 0){ae("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[s];if(o===void 0){let c=e.nodeName;ae("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?a=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!t.geometry){ae("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){ae("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};Ke.Composite=gd;Ke.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};Ke.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};Ke.prototype.GetterByBindingType=[Ke.prototype._getValue_direct,Ke.prototype._getValue_array,Ke.prototype._getValue_arrayElement,Ke.prototype._getValue_toArray];Ke.prototype.SetterByBindingTypeAndVersioning=[[Ke.prototype._setValue_direct,Ke.prototype._setValue_direct_setNeedsUpdate,Ke.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[Ke.prototype._setValue_array,Ke.prototype._setValue_array_setNeedsUpdate,Ke.prototype._setValue_array_setMatrixWorldNeedsUpdate],[Ke.prototype._setValue_arrayElement,Ke.prototype._setValue_arrayElement_setNeedsUpdate,Ke.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[Ke.prototype._setValue_fromArray,Ke.prototype._setValue_fromArray_setNeedsUpdate,Ke.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var tA=new Float32Array(1);var ir=class extends gc{constructor(t,e,n=1){super(t,e),this.isInstancedInterleavedBuffer=!0,this.meshPerAttribute=n}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}clone(t){let e=super.clone(t);return e.meshPerAttribute=this.meshPerAttribute,e}toJSON(t){let e=super.toJSON(t);return e.isInstancedInterleavedBuffer=!0,e.meshPerAttribute=this.meshPerAttribute,e}};var wm=new Ie,ja=class{constructor(t,e,n=0,s=1/0){this.ray=new Ks(t,e),this.near=n,this.far=s,this.camera=null,this.layers=new wo,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(t,e){this.ray.set(t,e)}setFromCamera(t,e){e.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(t.x,t.y,.5).unproject(e).sub(this.ray.origin).normalize(),this.camera=e):e.isOrthographicCamera?(this.ray.origin.set(t.x,t.y,e.projectionMatrix.elements[14]).unproject(e),this.ray.direction.set(0,0,-1).transformDirection(e.matrixWorld),this.camera=e):ae("Raycaster: Unsupported camera type: "+e.type)}setFromXRController(t){return wm.identity().extractRotation(t.matrixWorld),this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(wm),this}intersectObject(t,e=!0,n=[]){return _d(t,this,n,e),n.sort(Em),n}intersectObjects(t,e=!0,n=[]){for(let s=0,r=t.length;s<r;s++)_d(t[s],this,n,e);return n.sort(Em),n}};function Em(i,t){return i.distance-t.distance}function _d(i,t,e,n){let s=!0;if(i.layers.test(t.layers)&&i.raycast(t,e)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)_d(r[o],t,e,!0)}}var Po=class{constructor(t=1,e=0,n=0){this.radius=t,this.phi=e,this.theta=n}set(t,e,n){return this.radius=t,this.phi=e,this.theta=n,this}copy(t){return this.radius=t.radius,this.phi=t.phi,this.theta=t.theta,this}makeSafe(){return this.phi=pe(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(t){return this.setFromCartesianCoords(t.x,t.y,t.z)}setFromCartesianCoords(t,e,n){return this.radius=Math.sqrt(t*t+e*e+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(t,n),this.phi=Math.acos(pe(e/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var af=class af{constructor(t,e,n,s){this.elements=[1,0,0,1],t!==void 0&&this.set(t,e,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(t,e=0){for(let n=0;n<4;n++)this.elements[n]=t[n+e];return this}set(t,e,n,s){let r=this.elements;return r[0]=t,r[2]=e,r[1]=n,r[3]=s,this}};af.prototype.isMatrix2=!0;var xd=af;var Tm=new R,tc=new R,go=new R,_o=new R,ad=new R,$y=new R,Zy=new R,Is=class{constructor(t=new R,e=new R){this.start=t,this.end=e}set(t,e){return this.start.copy(t),this.end.copy(e),this}copy(t){return this.start.copy(t.start),this.end.copy(t.end),this}getCenter(t){return t.addVectors(this.start,this.end).multiplyScalar(.5)}delta(t){return t.subVectors(this.end,this.start)}distanceSq(){return this.start.distanceToSquared(this.end)}distance(){return this.start.distanceTo(this.end)}at(t,e){return this.delta(e).multiplyScalar(t).add(this.start)}closestPointToPointParameter(t,e){Tm.subVectors(t,this.start),tc.subVectors(this.end,this.start);let n=tc.dot(tc);if(n===0)return 0;let r=tc.dot(Tm)/n;return e&&(r=pe(r,0,1)),r}closestPointToPoint(t,e,n){let s=this.closestPointToPointParameter(t,e);return this.delta(n).multiplyScalar(s).add(this.start)}distanceSqToLine3(t,e=$y,n=Zy){let s=10000000000000001e-32,r,o,a=this.start,l=t.start,c=this.end,h=t.end;go.subVectors(c,a),_o.subVectors(h,l),ad.subVectors(a,l);let u=go.dot(go),d=_o.dot(_o),f=_o.dot(ad);if(u<=s&&d<=s)return e.copy(a),n.copy(l),e.distanceToSquared(n);if(u<=s)r=0,o=f/d,o=pe(o,0,1);else{let p=go.dot(ad);if(d<=s)o=0,r=pe(-p/u,0,1);else{let _=go.dot(_o),m=u*d-_*_;m!==0?r=pe((_*f-p*d)/m,0,1):r=0,o=(_*r+f)/d,o<0?(o=0,r=pe(-p/u,0,1)):o>1&&(o=1,r=pe((_-p)/u,0,1))}}return e.copy(a).addScaledVector(go,r),n.copy(l).addScaledVector(_o,o),e.distanceToSquared(n)}applyMatrix4(t){return this.start.applyMatrix4(t),this.end.applyMatrix4(t),this}equals(t){return t.start.equals(this.start)&&t.end.equals(this.end)}clone(){return new this.constructor().copy(this)}};var Qa=class extends To{constructor(t=10,e=10,n=4473924,s=8947848){n=new de(n),s=new de(s);let r=e/2,o=t/e,a=t/2,l=[],c=[];for(let d=0,f=0,p=-a;d<=e;d++,p+=o){l.push(-a,0,p,a,0,p),l.push(p,0,-a,p,0,a);let _=d===r?n:s;_.toArray(c,f),f+=3,_.toArray(c,f),f+=3,_.toArray(c,f),f+=3,_.toArray(c,f),f+=3}let h=new en;h.setAttribute("position",new xe(l,3)),h.setAttribute("color",new xe(c,3));let u=new Sr({vertexColors:!0,toneMapped:!1});super(h,u),this.type="GridHelper"}dispose(){super.dispose(),this.geometry.dispose(),this.material.dispose()}};var tl=class extends Oi{constructor(t,e=null){super(),this.object=t,this.domElement=e,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(t){this.domElement!==null&&this.disconnect(),this.domElement=t}disconnect(){}dispose(){}update(){}};function ef(i,t,e,n){let s=Jy(n);switch(e){case Bd:return i*t;case zd:return i*t/s.components*s.byteLength;case Kc:return i*t/s.components*s.byteLength;case ar:return i*t*2/s.components*s.byteLength;case jc:return i*t*2/s.components*s.byteLength;case kd:return i*t*3/s.components*s.byteLength;case Gi:return i*t*4/s.components*s.byteLength;case Qc:return i*t*4/s.components*s.byteLength;case nl:case il:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case sl:case rl:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case eh:case ih:return Math.max(i,16)*Math.max(t,8)/4;case th:case nh:return Math.max(i,8)*Math.max(t,8)/2;case sh:case rh:case ah:case lh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case oh:case ol:case ch:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case hh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case uh:return Math.floor((i+4)/5)*Math.floor((t+3)/4)*16;case dh:return Math.floor((i+4)/5)*Math.floor((t+4)/5)*16;case fh:return Math.floor((i+5)/6)*Math.floor((t+4)/5)*16;case ph:return Math.floor((i+5)/6)*Math.floor((t+5)/6)*16;case mh:return Math.floor((i+7)/8)*Math.floor((t+4)/5)*16;case gh:return Math.floor((i+7)/8)*Math.floor((t+5)/6)*16;case _h:return Math.floor((i+7)/8)*Math.floor((t+7)/8)*16;case xh:return Math.floor((i+9)/10)*Math.floor((t+4)/5)*16;case yh:return Math.floor((i+9)/10)*Math.floor((t+5)/6)*16;case vh:return Math.floor((i+9)/10)*Math.floor((t+7)/8)*16;case Sh:return Math.floor((i+9)/10)*Math.floor((t+9)/10)*16;case bh:return Math.floor((i+11)/12)*Math.floor((t+9)/10)*16;case Mh:return Math.floor((i+11)/12)*Math.floor((t+11)/12)*16;case wh:case Eh:case Th:return Math.ceil(i/4)*Math.ceil(t/4)*16;case Ah:case Rh:return Math.ceil(i/4)*Math.ceil(t/4)*8;case al:case Ch:return Math.ceil(i/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function Jy(i){switch(i){case si:case Nd:return{byteLength:1,components:1};case No:case Ud:case Hi:return{byteLength:2,components:1};case Zc:case Jc:return{byteLength:2,components:4};case zi:case $c:case Vi:return{byteLength:4,components:1};case Fd:case Od:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?ee("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function Og(){let i=null,t=!1,e=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),e(r,o)}return{start:function(){t!==!0&&e!==null&&i!==null&&(n=i.requestAnimationFrame(s),t=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){i=r}}}function jy(i){let t=new WeakMap;function e(a,l){let c=a.array,h=a.usage,u=c.byteLength,d=i.createBuffer();i.bindBuffer(l,d),i.bufferData(l,c,h),a.onUploadCallback();let f;if(c instanceof Float32Array)f=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=i.HALF_FLOAT:f=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=i.SHORT;else if(c instanceof Uint32Array)f=i.UNSIGNED_INT;else if(c instanceof Int32Array)f=i.INT;else if(c instanceof Int8Array)f=i.BYTE;else if(c instanceof Uint8Array)f=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(i.bindBuffer(c,a),u.length===0)i.bufferSubData(c,0,h);else{u.sort((f,p)=>f.start-p.start);let d=0;for(let f=1;f<u.length;f++){let p=u[d],_=u[f];_.start<=p.start+p.count+1?p.count=Math.max(p.count,_.start+_.count-p.start):(++d,u[d]=_)}u.length=d+1;for(let f=0,p=u.length;f<p;f++){let _=u[f];i.bufferSubData(c,_.start*h.BYTES_PER_ELEMENT,h,_.start,_.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(i.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=t.get(a);(!h||h.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var Qy=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,tv=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,ev=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,nv=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,iv=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,sv=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,rv=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,ov=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,av=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,lv=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,cv=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,hv=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,uv=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,dv=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,fv=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,pv=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,mv=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,gv=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,_v=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,xv=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,yv=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,vv=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,Sv=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,bv=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,Mv=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,wv=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,Ev=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,Tv=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,Av=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,Rv="gl_FragColor = linearToOutputTexel( gl_FragColor );",Cv=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,Pv=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,Iv=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,Lv=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,Dv=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,Nv=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,Uv=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,Fv=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,Ov=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,Bv=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,kv=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,zv=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,Vv=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,Hv=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,Gv=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,Wv=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,Xv=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,qv=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,Yv=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,$v=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,Zv=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,Jv=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,Kv=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,jv=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,Qv=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,tS=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,eS=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,nS=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,iS=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,sS=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,rS=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,oS=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,aS=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,lS=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,cS=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,hS=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,uS=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,dS=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,fS=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,pS=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,mS=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,gS=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,_S=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,xS=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,yS=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,vS=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,SS=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,bS=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,MS=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,wS=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,ES=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,TS=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,AS=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,RS=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,CS=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,PS=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,IS=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,LS=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,DS=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,NS=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,US=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,FS=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,OS=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,BS=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,kS=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,zS=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,VS=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,HS=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,GS=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,WS=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,XS=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,qS=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,YS=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,$S=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,ZS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,JS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,KS=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,jS=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,QS=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,tb=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,eb=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,nb=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,ib=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,sb=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,rb=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,ob=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,ab=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,lb=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,cb=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,hb=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,ub=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,db=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,fb=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,pb=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,mb=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,gb=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,_b=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,xb=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,yb=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,vb=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Sb=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,bb=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,Mb=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,wb=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Eb=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Tb=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,Ab=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,Rb=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Cb=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,Pb=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,Ib=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,be={alphahash_fragment:Qy,alphahash_pars_fragment:tv,alphamap_fragment:ev,alphamap_pars_fragment:nv,alphatest_fragment:iv,alphatest_pars_fragment:sv,aomap_fragment:rv,aomap_pars_fragment:ov,batching_pars_vertex:av,batching_vertex:lv,begin_vertex:cv,beginnormal_vertex:hv,bsdfs:uv,iridescence_fragment:dv,bumpmap_pars_fragment:fv,clipping_planes_fragment:pv,clipping_planes_pars_fragment:mv,clipping_planes_pars_vertex:gv,clipping_planes_vertex:_v,color_fragment:xv,color_pars_fragment:yv,color_pars_vertex:vv,color_vertex:Sv,common:bv,defaultnormal_vertex:Mv,displacementmap_pars_vertex:wv,displacementmap_vertex:Ev,emissivemap_fragment:Tv,emissivemap_pars_fragment:Av,colorspace_fragment:Rv,colorspace_pars_fragment:Cv,envmap_fragment:Pv,envmap_common_pars_fragment:Iv,envmap_pars_fragment:Lv,envmap_pars_vertex:Dv,envmap_physical_pars_fragment:Wv,envmap_vertex:Nv,fog_vertex:Uv,fog_pars_vertex:Fv,fog_fragment:Ov,fog_pars_fragment:Bv,gradientmap_pars_fragment:kv,lightmap_pars_fragment:zv,lights_lambert_fragment:Vv,lights_lambert_pars_fragment:Hv,lights_pars_begin:Gv,lights_toon_fragment:Xv,lights_toon_pars_fragment:qv,lights_phong_fragment:Yv,lights_phong_pars_fragment:$v,lights_physical_fragment:Zv,lights_physical_pars_fragment:Jv,lights_fragment_begin:Kv,lights_fragment_maps:jv,lights_fragment_end:Qv,lightprobes_pars_fragment:tS,logdepthbuf_fragment:eS,logdepthbuf_pars_fragment:nS,logdepthbuf_pars_vertex:iS,logdepthbuf_vertex:sS,map_fragment:rS,map_pars_fragment:oS,map_particle_fragment:aS,map_particle_pars_fragment:lS,metalnessmap_fragment:cS,metalnessmap_pars_fragment:hS,morphinstance_vertex:uS,morphcolor_vertex:dS,morphnormal_vertex:fS,morphtarget_pars_vertex:pS,morphtarget_vertex:mS,normal_fragment_begin:gS,normal_fragment_maps:_S,normal_pars_fragment:xS,normal_pars_vertex:yS,normal_vertex:vS,normalmap_pars_fragment:SS,clearcoat_normal_fragment_begin:bS,clearcoat_normal_fragment_maps:MS,clearcoat_pars_fragment:wS,iridescence_pars_fragment:ES,opaque_fragment:TS,packing:AS,premultiplied_alpha_fragment:RS,project_vertex:CS,dithering_fragment:PS,dithering_pars_fragment:IS,roughnessmap_fragment:LS,roughnessmap_pars_fragment:DS,shadowmap_pars_fragment:NS,shadowmap_pars_vertex:US,shadowmap_vertex:FS,shadowmask_pars_fragment:OS,skinbase_vertex:BS,skinning_pars_vertex:kS,skinning_vertex:zS,skinnormal_vertex:VS,specularmap_fragment:HS,specularmap_pars_fragment:GS,tonemapping_fragment:WS,tonemapping_pars_fragment:XS,transmission_fragment:qS,transmission_pars_fragment:YS,uv_pars_fragment:$S,uv_pars_vertex:ZS,uv_vertex:JS,worldpos_vertex:KS,background_vert:jS,background_frag:QS,backgroundCube_vert:tb,backgroundCube_frag:eb,cube_vert:nb,cube_frag:ib,depth_vert:sb,depth_frag:rb,distance_vert:ob,distance_frag:ab,equirect_vert:lb,equirect_frag:cb,linedashed_vert:hb,linedashed_frag:ub,meshbasic_vert:db,meshbasic_frag:fb,meshlambert_vert:pb,meshlambert_frag:mb,meshmatcap_vert:gb,meshmatcap_frag:_b,meshnormal_vert:xb,meshnormal_frag:yb,meshphong_vert:vb,meshphong_frag:Sb,meshphysical_vert:bb,meshphysical_frag:Mb,meshtoon_vert:wb,meshtoon_frag:Eb,points_vert:Tb,points_frag:Ab,shadow_vert:Rb,shadow_frag:Cb,sprite_vert:Pb,sprite_frag:Ib},Ut={common:{diffuse:{value:new de(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new me},alphaMap:{value:null},alphaMapTransform:{value:new me},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new me}},envmap:{envMap:{value:null},envMapRotation:{value:new me},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new me}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new me}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new me},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new me},normalScale:{value:new pt(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new me},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new me}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new me}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new me}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new de(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new de(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new me},alphaTest:{value:0},uvTransform:{value:new me}},sprite:{diffuse:{value:new de(16777215)},opacity:{value:1},center:{value:new pt(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new me},alphaMap:{value:null},alphaMapTransform:{value:new me},alphaTest:{value:0}}},ei={basic:{uniforms:Hn([Ut.common,Ut.specularmap,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.fog]),vertexShader:be.meshbasic_vert,fragmentShader:be.meshbasic_frag},lambert:{uniforms:Hn([Ut.common,Ut.specularmap,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.fog,Ut.lights,{emissive:{value:new de(0)},envMapIntensity:{value:1}}]),vertexShader:be.meshlambert_vert,fragmentShader:be.meshlambert_frag},phong:{uniforms:Hn([Ut.common,Ut.specularmap,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.fog,Ut.lights,{emissive:{value:new de(0)},specular:{value:new de(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:be.meshphong_vert,fragmentShader:be.meshphong_frag},standard:{uniforms:Hn([Ut.common,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.roughnessmap,Ut.metalnessmap,Ut.fog,Ut.lights,{emissive:{value:new de(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:be.meshphysical_vert,fragmentShader:be.meshphysical_frag},toon:{uniforms:Hn([Ut.common,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.gradientmap,Ut.fog,Ut.lights,{emissive:{value:new de(0)}}]),vertexShader:be.meshtoon_vert,fragmentShader:be.meshtoon_frag},matcap:{uniforms:Hn([Ut.common,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.fog,{matcap:{value:null}}]),vertexShader:be.meshmatcap_vert,fragmentShader:be.meshmatcap_frag},points:{uniforms:Hn([Ut.points,Ut.fog]),vertexShader:be.points_vert,fragmentShader:be.points_frag},dashed:{uniforms:Hn([Ut.common,Ut.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:be.linedashed_vert,fragmentShader:be.linedashed_frag},depth:{uniforms:Hn([Ut.common,Ut.displacementmap]),vertexShader:be.depth_vert,fragmentShader:be.depth_frag},normal:{uniforms:Hn([Ut.common,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,{opacity:{value:1}}]),vertexShader:be.meshnormal_vert,fragmentShader:be.meshnormal_frag},sprite:{uniforms:Hn([Ut.sprite,Ut.fog]),vertexShader:be.sprite_vert,fragmentShader:be.sprite_frag},background:{uniforms:{uvTransform:{value:new me},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:be.background_vert,fragmentShader:be.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new me}},vertexShader:be.backgroundCube_vert,fragmentShader:be.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:be.cube_vert,fragmentShader:be.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:be.equirect_vert,fragmentShader:be.equirect_frag},distance:{uniforms:Hn([Ut.common,Ut.displacementmap,{referencePosition:{value:new R},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:be.distance_vert,fragmentShader:be.distance_frag},shadow:{uniforms:Hn([Ut.lights,Ut.fog,{color:{value:new de(0)},opacity:{value:1}}]),vertexShader:be.shadow_vert,fragmentShader:be.shadow_frag}};ei.physical={uniforms:Hn([ei.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new me},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new me},clearcoatNormalScale:{value:new pt(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new me},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new me},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new me},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new me},sheen:{value:0},sheenColor:{value:new de(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new me},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new me},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new me},transmissionSamplerSize:{value:new pt},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new me},attenuationDistance:{value:0},attenuationColor:{value:new de(0)},specularColor:{value:new de(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new me},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new me},anisotropyVector:{value:new pt},anisotropyMap:{value:null},anisotropyMapTransform:{value:new me}}]),vertexShader:be.meshphysical_vert,fragmentShader:be.meshphysical_frag};var Lh={r:0,b:0,g:0},Lb=new Ie,Bg=new me;Bg.set(-1,0,0,0,1,0,0,0,1);function Db(i,t,e,n,s,r){let o=new de(0),a=s===!0?0:1,l,c,h=null,u=0,d=null;function f(v){let w=v.isScene===!0?v.background:null;if(w&&w.isTexture){let S=v.backgroundBlurriness>0;w=t.get(w,S)}return w}function p(v){let w=!1,S=f(v);S===null?m(o,a):S&&S.isColor&&(m(S,1),w=!0);let C=i.xr.getEnvironmentBlendMode();C==="additive"?e.buffers.color.setClear(0,0,0,1,r):C==="alpha-blend"&&e.buffers.color.setClear(0,0,0,0,r),(i.autoClear||w)&&(e.buffers.depth.setTest(!0),e.buffers.depth.setMask(!0),e.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function _(v,w){let S=f(w);S&&S.isCubeTexture?(c===void 0&&(c=new je(new Qs(1,1,1),new Ai({name:"BackgroundCubeMaterial",uniforms:Dr(ei.backgroundCube.uniforms),vertexShader:ei.backgroundCube.vertexShader,fragmentShader:ei.backgroundCube.fragmentShader,side:ti,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(C,A,y){this.matrixWorld.copyPosition(y.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=S,c.material.uniforms.backgroundBlurriness.value=w.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=w.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(Lb.makeRotationFromEuler(w.backgroundRotation)).transpose(),S.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(Bg),c.material.toneMapped=Re.getTransfer(S.colorSpace)!==Oe,(h!==S||u!==S.version||d!==i.toneMapping)&&(c.material.needsUpdate=!0,h=S,u=S.version,d=i.toneMapping),c.layers.enableAll(),v.unshift(c,c.geometry,c.material,0,0,null)):S&&S.isTexture&&(l===void 0&&(l=new je(new Er(2,2),new Ai({name:"BackgroundMaterial",uniforms:Dr(ei.background.uniforms),vertexShader:ei.background.vertexShader,fragmentShader:ei.background.fragmentShader,side:or,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=S,l.material.uniforms.backgroundIntensity.value=w.backgroundIntensity,l.material.toneMapped=Re.getTransfer(S.colorSpace)!==Oe,S.matrixAutoUpdate===!0&&S.updateMatrix(),l.material.uniforms.uvTransform.value.copy(S.matrix),(h!==S||u!==S.version||d!==i.toneMapping)&&(l.material.needsUpdate=!0,h=S,u=S.version,d=i.toneMapping),l.layers.enableAll(),v.unshift(l,l.geometry,l.material,0,0,null))}function m(v,w){v.getRGB(Lh,jd(i)),e.buffers.color.setClear(Lh.r,Lh.g,Lh.b,w,r)}function g(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(v,w=1){o.set(v),a=w,m(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(v){a=v,m(o,a)},render:p,addToRenderList:_,dispose:g}}function Nb(i,t){let e=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=d(null),r=s,o=!1;function a(D,z,G,N,H){let q=!1,V=u(D,N,G,z);r!==V&&(r=V,c(r.object)),q=f(D,N,G,H),q&&p(D,N,G,H),H!==null&&t.update(H,i.ELEMENT_ARRAY_BUFFER),(q||o)&&(o=!1,S(D,z,G,N),H!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,t.get(H).buffer))}function l(){return i.createVertexArray()}function c(D){return i.bindVertexArray(D)}function h(D){return i.deleteVertexArray(D)}function u(D,z,G,N){let H=N.wireframe===!0,q=n[z.id];q===void 0&&(q={},n[z.id]=q);let V=D.isInstancedMesh===!0?D.id:0,ct=q[V];ct===void 0&&(ct={},q[V]=ct);let J=ct[G.id];J===void 0&&(J={},ct[G.id]=J);let Q=J[H];return Q===void 0&&(Q=d(l()),J[H]=Q),Q}function d(D){let z=[],G=[],N=[];for(let H=0;H<e;H++)z[H]=0,G[H]=0,N[H]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:z,enabledAttributes:G,attributeDivisors:N,object:D,attributes:{},index:null}}function f(D,z,G,N){let H=r.attributes,q=z.attributes,V=0,ct=G.getAttributes();for(let J in ct)if(ct[J].location>=0){let et=H[J],ft=q[J];if(ft===void 0&&(J==="instanceMatrix"&&D.instanceMatrix&&(ft=D.instanceMatrix),J==="instanceColor"&&D.instanceColor&&(ft=D.instanceColor)),et===void 0||et.attribute!==ft||ft&&et.data!==ft.data)return!0;V++}return r.attributesNum!==V||r.index!==N}function p(D,z,G,N){let H={},q=z.attributes,V=0,ct=G.getAttributes();for(let J in ct)if(ct[J].location>=0){let et=q[J];et===void 0&&(J==="instanceMatrix"&&D.instanceMatrix&&(et=D.instanceMatrix),J==="instanceColor"&&D.instanceColor&&(et=D.instanceColor));let ft={};ft.attribute=et,et&&et.data&&(ft.data=et.data),H[J]=ft,V++}r.attributes=H,r.attributesNum=V,r.index=N}function _(){let D=r.newAttributes;for(let z=0,G=D.length;z<G;z++)D[z]=0}function m(D){g(D,0)}function g(D,z){let G=r.newAttributes,N=r.enabledAttributes,H=r.attributeDivisors;G[D]=1,N[D]===0&&(i.enableVertexAttribArray(D),N[D]=1),H[D]!==z&&(i.vertexAttribDivisor(D,z),H[D]=z)}function v(){let D=r.newAttributes,z=r.enabledAttributes;for(let G=0,N=z.length;G<N;G++)z[G]!==D[G]&&(i.disableVertexAttribArray(G),z[G]=0)}function w(D,z,G,N,H,q,V){V===!0?i.vertexAttribIPointer(D,z,G,H,q):i.vertexAttribPointer(D,z,G,N,H,q)}function S(D,z,G,N){_();let H=N.attributes,q=G.getAttributes(),V=z.defaultAttributeValues;for(let ct in q){let J=q[ct];if(J.location>=0){let Q=H[ct];if(Q===void 0&&(ct==="instanceMatrix"&&D.instanceMatrix&&(Q=D.instanceMatrix),ct==="instanceColor"&&D.instanceColor&&(Q=D.instanceColor)),Q!==void 0){let et=Q.normalized,ft=Q.itemSize,ht=t.get(Q);if(ht===void 0)continue;let tt=ht.buffer,_t=ht.type,yt=ht.bytesPerElement,Lt=_t===i.INT||_t===i.UNSIGNED_INT||Q.gpuType===$c;if(Q.isInterleavedBufferAttribute){let wt=Q.data,Ht=wt.isInterleavedBuffer===!0?wt.stride:wt.itemSize,se=Q.offset;if(wt.isInstancedInterleavedBuffer||wt.isInstancedBufferAttribute){for(let Jt=0;Jt<J.locationSize;Jt++)g(J.location+Jt,wt.meshPerAttribute);D.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=wt.meshPerAttribute*wt.count)}else for(let Jt=0;Jt<J.locationSize;Jt++)m(J.location+Jt);i.bindBuffer(i.ARRAY_BUFFER,tt);for(let Jt=0;Jt<J.locationSize;Jt++)w(J.location+Jt,ft/J.locationSize,_t,et,Ht*yt,(se+ft/J.locationSize*Jt)*yt,Lt)}else{if(Q.isInstancedBufferAttribute){for(let wt=0;wt<J.locationSize;wt++)g(J.location+wt,Q.meshPerAttribute);D.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=Q.meshPerAttribute*Q.count)}else for(let wt=0;wt<J.locationSize;wt++)m(J.location+wt);i.bindBuffer(i.ARRAY_BUFFER,tt);for(let wt=0;wt<J.locationSize;wt++)w(J.location+wt,ft/J.locationSize,_t,et,ft*yt,ft/J.locationSize*wt*yt,Lt)}}else if(V!==void 0){let et=V[ct];if(et!==void 0)switch(et.length){case 2:i.vertexAttrib2fv(J.location,et);break;case 3:i.vertexAttrib3fv(J.location,et);break;case 4:i.vertexAttrib4fv(J.location,et);break;default:i.vertexAttrib1fv(J.location,et)}}}}v()}function C(){O();for(let D in n){let z=n[D];for(let G in z){let N=z[G];for(let H in N){let q=N[H];for(let V in q)h(q[V].object),delete q[V];delete N[H]}}delete n[D]}}function A(D){if(n[D.id]===void 0)return;let z=n[D.id];for(let G in z){let N=z[G];for(let H in N){let q=N[H];for(let V in q)h(q[V].object),delete q[V];delete N[H]}}delete n[D.id]}function y(D){for(let z in n){let G=n[z];for(let N in G){let H=G[N];if(H[D.id]===void 0)continue;let q=H[D.id];for(let V in q)h(q[V].object),delete q[V];delete H[D.id]}}}function T(D){for(let z in n){let G=n[z],N=D.isInstancedMesh===!0?D.id:0,H=G[N];if(H!==void 0){for(let q in H){let V=H[q];for(let ct in V)h(V[ct].object),delete V[ct];delete H[q]}delete G[N],Object.keys(G).length===0&&delete n[z]}}}function O(){L(),o=!0,r!==s&&(r=s,c(r.object))}function L(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:O,resetDefaultState:L,dispose:C,releaseStatesOfGeometry:A,releaseStatesOfObject:T,releaseStatesOfProgram:y,initAttributes:_,enableAttribute:m,disableUnusedAttributes:v}}function Ub(i,t,e){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),e.update(c,n,1)}function o(l,c,h){h!==0&&(i.drawArraysInstanced(n,l,c,h),e.update(c,n,h))}function a(l,c,h){if(h===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let d=0;for(let f=0;f<h;f++)d+=c[f];e.update(d,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function Fb(i,t,e,n){let s;function r(){if(s!==void 0)return s;if(t.has("EXT_texture_filter_anisotropic")===!0){let y=t.get("EXT_texture_filter_anisotropic");s=i.getParameter(y.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(y){return!(y!==Gi&&n.convert(y)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(y){let T=y===Hi&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(y!==si&&y!==Vi&&!T&&n.convert(y)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(y){if(y==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";y="mediump"}return y==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",h=l(c);h!==c&&(ee("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),d=e.logarithmicDepthBuffer===!0&&u===!1;e.reversedDepthBuffer===!0&&u===!1&&ee("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),e.logarithmicDepthBuffer===!0&&u===!0&&ee("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),p=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),_=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),g=i.getParameter(i.MAX_VERTEX_ATTRIBS),v=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),w=i.getParameter(i.MAX_VARYING_VECTORS),S=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),C=i.getParameter(i.MAX_SAMPLES),A=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:d,reversedDepthBuffer:u,maxTextures:f,maxVertexTextures:p,maxTextureSize:_,maxCubemapSize:m,maxAttributes:g,maxVertexUniforms:v,maxVaryings:w,maxFragmentUniforms:S,maxSamples:C,samples:A}}function Ob(i){let t=this,e=null,n=0,s=!1,r=!1,o=new mi,a=new me,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,d){let f=u.length!==0||d||n!==0||s;return s=d,n=u.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,d){e=h(u,d,0)},this.setState=function(u,d,f){let p=u.clippingPlanes,_=u.clipIntersection,m=u.clipShadows,g=i.get(u);if(!s||p===null||p.length===0||r&&!m)r?h(null):c();else{let v=r?0:n,w=v*4,S=g.clippingState||null;l.value=S,S=h(p,d,w,f);for(let C=0;C!==w;++C)S[C]=e[C];g.clippingState=S,this.numIntersection=_?this.numPlanes:0,this.numPlanes+=v}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function h(u,d,f,p){let _=u!==null?u.length:0,m=null;if(_!==0){if(m=l.value,p!==!0||m===null){let g=f+_*4,v=d.matrixWorldInverse;a.getNormalMatrix(v),(m===null||m.length<g)&&(m=new Float32Array(g));for(let w=0,S=f;w!==_;++w,S+=4)o.copy(u[w]).applyMatrix4(v,a),o.normal.toArray(m,S),m[S+3]=o.constant}l.value=m,l.needsUpdate=!0}return t.numPlanes=_,t.numIntersection=0,m}}var dl=class extends _i{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let n={width:t,height:t,depth:1},s=[n,n,n,n,n,n];this.texture=new Ta(s),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new Qs(5,5,5),r=new Ai({name:"CubemapFromEquirect",uniforms:Dr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:ti,blending:Cr});r.uniforms.tEquirect.value=e;let o=new je(s,r),a=e.minFilter;return e.minFilter===Ls&&(e.minFilter=jn),new Co(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e=!0,n=!0,s=!0){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,s);t.setRenderTarget(r)}},gg=256,Bb=3,kb=20,kg=256,zg=16,zb=3,Vb=new R,Hb=new de,Nh=class i{constructor(t){this._renderer=t,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new Co(1,10,null),this._boxMesh=new je(new Qs(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(t,e=0,n=.1,s=100,r={}){let{size:o=256,position:a=Vb}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);e>0&&(h.texture.mipmapsAutoUpdate=!1);let u=l.autoClear,d=l.autoClearColor,f=l.autoClearDepth,p=l.autoClearStencil,_=t.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,_===null&&(t.background=l.getClearColor(Hb));let m=new Co(n,s,h);return m.position.copy(a),m.update(l,t),l.autoClear=u,l.autoClearColor=d,l.autoClearDepth=f,l.autoClearStencil=p,t.background=_,e>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,e)),this._applyPMREM(c),c}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=yg(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=xg(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(t,e){return e>0?1-Math.sqrt(1-t/e):0}_setSize(t){this._cubeSize=Math.max(gg,$d(t))}_fromTexture(t,e){t.mapping===Ir||t.mapping===Do?this._setSize(t.image.length===0?gg:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4);let n=e||this._allocateTarget();return this._textureToCubemap(t),this._applyPMREM(n),n}_allocateTarget(){let t=this._cubeSize,e=_g(t,!1,!1),n=Math.log2(t)-Bb;for(let s=0;s<=n;s++)e.texture.mipmaps.push({width:t>>s,height:t>>s});return e.texture.name="PMREM",e.texture.isPMREMTexture=!0,e}_getSourceTarget(t=!1){let e=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==e||t&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=_g(e,!0,t)),this._sourceTarget}_compileMaterial(t){this._boxMesh.material=t,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(t,e,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=t,r.activeMipmapLevel=e;let o=t.width>>e;t.viewport.set(0,0,o,o),r.update(this._renderer,s),t.viewport.set(0,0,t.width,t.height)}_textureToCubemap(t){let e;t.mapping===Ir||t.mapping===Do?(this._cubemapMaterial===null&&(this._cubemapMaterial=yg()),e=this._cubemapMaterial,e.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=xg()),e=this._equirectMaterial),e.uniforms.envMap.value=t,this._renderCube(this._getSourceTarget(),0,e)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=Gb(),this._integrationMaterial=Wb());let e=this._cubeSize,n=t.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(e/zg);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-zb)r.roughness.value=a,this._renderCube(t,o,this._integrationMaterial);else{let l=a>0?Math.log2(e)+.5*Math.log2(6/(kg*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(t,o,this._ggxMaterial)}}}_blur(t,e){this._blurMaterial===null&&(this._blurMaterial=Xb());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(e,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(t,0,n),s.envMap.value=t.texture,this._renderCube(r,0,n)}};function _g(i,t,e){return new dl(i,{minFilter:Ls,generateMipmaps:t,type:Hi,colorSpace:va,depthBuffer:e})}function fl(i,t,e){return new Ai({name:i,uniforms:t,vertexShader:be.cube_vert,fragmentShader:e,side:ti,blending:Cr,depthTest:!1,depthWrite:!1})}function Gb(){return fl("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${kg}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Wb(){return fl("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:zg}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Xb(){return fl("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${kb}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function xg(){return fl("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function yg(){return fl("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function qb(i){let t=new WeakMap,e=new WeakMap,n=null;function s(d,f=!1){return d==null?null:f?o(d):r(d)}function r(d){if(d&&d.isTexture){let f=d.mapping;if(f===Xc||f===qc)if(t.has(d)){let p=t.get(d).texture;return a(p,d.mapping)}else{let p=d.image;if(p&&p.height>0){let _=new dl(p.height);return _.fromEquirectangularTexture(i,d),t.set(d,_),d.addEventListener("dispose",c),a(_.texture,d.mapping)}else return null}}return d}function o(d){if(d&&d.isTexture&&d.isPMREMTexture!==!0){let f=d.mapping,p=f===Xc||f===qc,_=f===Ir||f===Do;if(p||_){let m=e.get(d),g=m!==void 0?m.texture.pmremVersion:0;if(d.isRenderTargetTexture&&d.pmremVersion!==g)return n===null&&(n=new Nh(i)),m=p?n.fromEquirectangular(d,m):n.fromCubemap(d,m),m.texture.pmremVersion=d.pmremVersion,e.set(d,m),m.texture;if(m!==void 0)return m.texture;{let v=d.image;return p&&v&&v.height>0||_&&v&&l(v)?(n===null&&(n=new Nh(i)),m=p?n.fromEquirectangular(d):n.fromCubemap(d),m.texture.pmremVersion=d.pmremVersion,e.set(d,m),d.addEventListener("dispose",h),m.texture):null}}}return d}function a(d,f){return f===Xc?d.mapping=Ir:f===qc&&(d.mapping=Do),d}function l(d){let f=0,p=6;for(let _=0;_<p;_++)d[_]!==void 0&&f++;return f===p}function c(d){let f=d.target;f.removeEventListener("dispose",c);let p=t.get(f);p!==void 0&&(t.delete(f),p.dispose())}function h(d){let f=d.target;f.removeEventListener("dispose",h);let p=e.get(f);p!==void 0&&(e.delete(f),p.dispose())}function u(){t=new WeakMap,e=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:u}}function Yb(i){let t={};function e(n){if(t[n]!==void 0)return t[n];let s=i.getExtension(n);return t[n]=s,s}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){let s=e(n);return s===null&&pa("WebGLRenderer: "+n+" extension not supported."),s}}}function $b(i,t,e,n){let s={},r=new WeakMap,o=new FinalizationRegistry(p=>delete s[p]);function a(p){l(p.target)}function l(p){p.index!==null&&t.remove(p.index);for(let m in p.attributes)t.remove(p.attributes[m]);p.removeEventListener("dispose",a),delete s[p.id],o.unregister(p);let _=r.get(p);_&&(t.remove(_),r.delete(p)),n.releaseStatesOfGeometry(p),p.isInstancedBufferGeometry===!0&&delete p._maxInstanceCount,e.memory.geometries--}function c(p,_){return s[_.id]!==void 0||(_.addEventListener("dispose",a),s[_.id]=new WeakRef(_),o.register(_,_.id,_),e.memory.geometries++),_}function h(p){let _=p.attributes;for(let m in _)t.update(_[m],i.ARRAY_BUFFER)}function u(p){let _=p.index,m=p.attributes.position,g=0;if(m===void 0)return;let v=_!==null?_.array.length:m.array.length/3-1,w=m.count>=65535?vr:yr,S=new w(Math.ceil(v/3)*6,1),C=S.array;if(_!==null){let y=_.array;g=_.version;for(let T=0,O=0;T<v;T+=3){let L=y[T+0],D=y[T+1],z=y[T+2];C[O++]=L,C[O++]=D,C[O++]=D,C[O++]=z,C[O++]=z,C[O++]=L}}else{g=m.version;for(let y=0,T=0;y<v;y+=3){let O=y+0,L=y+1,D=y+2;C[T++]=O,C[T++]=L,C[T++]=L,C[T++]=D,C[T++]=D,C[T++]=O}}S.version=g;let A=r.get(p);A&&t.remove(A),r.set(p,S)}function d(p){let _=r.get(p);if(_){let m=p.index;m!==null&&_.version<m.version&&u(p)}else u(p);return r.get(p)}function f(){for(let p in s){let _=s[p].deref();_!==void 0&&l(_)}}return{get:c,update:h,getWireframeAttribute:d,dispose:f}}function Zb(i,t,e){let n;function s(u){n=u}let r,o;function a(u){r=u.type,o=u.bytesPerElement}function l(u,d){i.drawElements(n,d,r,u*o),e.update(d,n,1)}function c(u,d,f){f!==0&&(i.drawElementsInstanced(n,d,r,u*o,f),e.update(d,n,f))}function h(u,d,f){if(f===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,d,0,r,u,0,f);let _=0;for(let m=0;m<f;m++)_+=d[m];e.update(_,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function Jb(i){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case i.TRIANGLES:e.triangles+=a*(r/3);break;case i.LINES:e.lines+=a*(r/2);break;case i.LINE_STRIP:e.lines+=a*(r-1);break;case i.LINE_LOOP:e.lines+=a*r;break;case i.POINTS:e.points+=a*r;break;default:ae("WebGLInfo: Unknown draw mode:",o);break}}function s(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:s,update:n}}function Kb(i,t,e){let n=new WeakMap,s=new Be;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,d=n.get(a);if(d===void 0||d.count!==u){let O=function(){y.dispose(),n.delete(a),a.removeEventListener("dispose",O)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,p=a.morphAttributes.normal!==void 0,_=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],g=a.morphAttributes.normal||[],v=a.morphAttributes.color||[],w=0;f===!0&&(w=1),p===!0&&(w=2),_===!0&&(w=3);let S=a.attributes.position.count*w,C=1;S>t.maxTextureSize&&(C=Math.ceil(S/t.maxTextureSize),S=t.maxTextureSize);let A=new Float32Array(S*C*4*u),y=new wa(A,S,C,u);y.type=Vi,y.needsUpdate=!0;let T=w*4;for(let L=0;L<u;L++){let D=m[L],z=g[L],G=v[L],N=S*C*4*L;for(let H=0;H<D.count;H++){let q=H*T;f===!0&&(s.fromBufferAttribute(D,H),A[N+q+0]=s.x,A[N+q+1]=s.y,A[N+q+2]=s.z,A[N+q+3]=0),p===!0&&(s.fromBufferAttribute(z,H),A[N+q+4]=s.x,A[N+q+5]=s.y,A[N+q+6]=s.z,A[N+q+7]=0),_===!0&&(s.fromBufferAttribute(G,H),A[N+q+8]=s.x,A[N+q+9]=s.y,A[N+q+10]=s.z,A[N+q+11]=G.itemSize===4?s.w:1)}}d={count:u,texture:y,size:new pt(S,C)},n.set(a,d),a.addEventListener("dispose",O)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,e);else{let f=0;for(let _=0;_<c.length;_++)f+=c[_];let p=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(i,"morphTargetBaseInfluence",p),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",d.texture,e),l.getUniforms().setValue(i,"morphTargetsTextureSize",d.size)}return{update:r}}function jb(i,t,e,n,s){let r=new WeakMap;function o(c){let h=s.render.frame,u=c.geometry,d=t.get(c,u);if(r.get(d)!==h&&(t.update(d),r.set(d,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(e.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&e.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==h&&(f.update(),r.set(f,h))}return d}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),e.remove(h.instanceMatrix),h.instanceColor!==null&&e.remove(h.instanceColor)}return{update:o,dispose:a}}var Qb={[Td]:"LINEAR_TONE_MAPPING",[Ad]:"REINHARD_TONE_MAPPING",[Rd]:"CINEON_TONE_MAPPING",[Cd]:"ACES_FILMIC_TONE_MAPPING",[Id]:"AGX_TONE_MAPPING",[Ld]:"NEUTRAL_TONE_MAPPING",[Pd]:"CUSTOM_TONE_MAPPING"};function tM(i,t,e,n,s,r){let o=new _i(t,e,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new en;h.setAttribute("position",new xe([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new xe([0,2,0,0,2,0],2));let u=new Cc({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),d=new je(h,u),f=new Za(-1,1,1,-1,0,1),p=null,_=null,m=!1,g,v=null,w=[],S=!1;this.setSize=function(C,A){o.setSize(C,A),a!==null&&a.setSize(C,A),l!==null&&l.setSize(C,A);for(let y=0;y<w.length;y++){let T=w[y];T.setSize&&T.setSize(C,A)}},this.setEffects=function(C){w=C,S=w.length>0&&w[0].isRenderPass===!0;let A=o.width,y=o.height;w.length>0&&a===null&&(a=new _i(A,y,{type:Hi,depthBuffer:!1,stencilBuffer:!1}),l=new _i(A,y,{type:Hi,depthBuffer:!1,stencilBuffer:!1}));let T=s===!0&&w.some(O=>O.needsDepthTexture===!0);T!==(o.depthTexture!==null)&&(T===!0&&c===null&&(c=new Cs(A,y),r===!0&&(c.format=Ds,c.type=Lr)),o.dispose(),o.depthTexture=T?c:null,o.resolveDepthBuffer=T,o.storeMultisampledDepthBuffer=T);for(let O=0;O<w.length;O++){let L=w[O];L.setSize&&L.setSize(A,y),T&&L.needsDepthTexture===!0&&L.setDepthTexture&&L.setDepthTexture(c)}},this.begin=function(C,A){if(m||C.toneMapping===cs&&w.length===0)return!1;if(v=A,A!==null){let y=A.width,T=A.height;(o.width!==y||o.height!==T)&&this.setSize(y,T)}return S===!1&&C.setRenderTarget(o),g=C.toneMapping,C.toneMapping=cs,!0},this.hasRenderPass=function(){return S},this.end=function(C,A){C.toneMapping=g,m=!0;let y=o,T=a;for(let O=0;O<w.length;O++){let L=w[O];L.enabled!==!1&&(L.render(C,T,y,A),L.needsSwap!==!1&&(y=T,T=T===a?l:a))}if(p!==C.outputColorSpace||_!==C.toneMapping){p=C.outputColorSpace,_=C.toneMapping,u.defines={},Re.getTransfer(p)===Oe&&(u.defines.SRGB_TRANSFER="");let O=Qb[_];O&&(u.defines[O]=""),u.needsUpdate=!0}u.uniforms.tDiffuse.value=y.texture,C.setRenderTarget(v),C.render(d,f),v=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),u.dispose()}}var Vg=new Qn,Hg=new Cs(1,1),Gg=new Ra(1),Wg=new wa,Xg=new mc,qg=new Ta,vg=[],Sg=[],bg=new Float32Array(16),Mg=new Float32Array(9),wg=new Float32Array(4);function Fo(i,t,e){let n=i[0];if(n<=0||n>0)return i;let s=t*e,r=vg[s];if(r===void 0&&(r=new Float32Array(s),vg[s]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,i[o].toArray(r,a)}return r}function xn(i,t){if(i.length!==t.length)return!1;for(let e=0,n=i.length;e<n;e++)if(i[e]!==t[e])return!1;return!0}function yn(i,t){for(let e=0,n=t.length;e<n;e++)i[e]=t[e]}function Fh(i,t){let e=Sg[t];e===void 0&&(e=new Int32Array(t),Sg[t]=e);for(let n=0;n!==t;++n)e[n]=i.allocateTextureUnit();return e}function eM(i,t){let e=this.cache;e[0]!==t&&(i.uniform1f(this.addr,t),e[0]=t)}function nM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(xn(e,t))return;i.uniform2fv(this.addr,t),yn(e,t)}}function iM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(i.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(xn(e,t))return;i.uniform3fv(this.addr,t),yn(e,t)}}function sM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(xn(e,t))return;i.uniform4fv(this.addr,t),yn(e,t)}}function rM(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(xn(e,t))return;i.uniformMatrix2fv(this.addr,!1,t),yn(e,t)}else{if(xn(e,n))return;wg.set(n),i.uniformMatrix2fv(this.addr,!1,wg),yn(e,n)}}function oM(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(xn(e,t))return;i.uniformMatrix3fv(this.addr,!1,t),yn(e,t)}else{if(xn(e,n))return;Mg.set(n),i.uniformMatrix3fv(this.addr,!1,Mg),yn(e,n)}}function aM(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(xn(e,t))return;i.uniformMatrix4fv(this.addr,!1,t),yn(e,t)}else{if(xn(e,n))return;bg.set(n),i.uniformMatrix4fv(this.addr,!1,bg),yn(e,n)}}function lM(i,t){let e=this.cache;e[0]!==t&&(i.uniform1i(this.addr,t),e[0]=t)}function cM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(xn(e,t))return;i.uniform2iv(this.addr,t),yn(e,t)}}function hM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(xn(e,t))return;i.uniform3iv(this.addr,t),yn(e,t)}}function uM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(xn(e,t))return;i.uniform4iv(this.addr,t),yn(e,t)}}function dM(i,t){let e=this.cache;e[0]!==t&&(i.uniform1ui(this.addr,t),e[0]=t)}function fM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(xn(e,t))return;i.uniform2uiv(this.addr,t),yn(e,t)}}function pM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(xn(e,t))return;i.uniform3uiv(this.addr,t),yn(e,t)}}function mM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(xn(e,t))return;i.uniform4uiv(this.addr,t),yn(e,t)}}function Oh(i){return i.version===0&&(i.compareFunction=Gd,i.needsUpdate=!0),i}function gM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=Oh(Hg):r=Vg,e.setTexture2D(t||r,s)}function _M(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture3D(t||Xg,s)}function xM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=Oh(Gg):r=qg,e.setTextureCube(t||r,s)}function yM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture2DArray(t||Wg,s)}function vM(i){switch(i){case 5126:return eM;case 35664:return nM;case 35665:return iM;case 35666:return sM;case 35674:return rM;case 35675:return oM;case 35676:return aM;case 5124:case 35670:return lM;case 35667:case 35671:return cM;case 35668:case 35672:return hM;case 35669:case 35673:return uM;case 5125:return dM;case 36294:return fM;case 36295:return pM;case 36296:return mM;case 35678:case 36198:case 36298:case 36306:case 35682:return gM;case 35679:case 36299:case 36307:return _M;case 35680:case 36300:case 36308:case 36293:return xM;case 36289:case 36303:case 36311:case 36292:return yM}}function SM(i,t){i.uniform1fv(this.addr,t)}function bM(i,t){let e=Fo(t,this.size,2);i.uniform2fv(this.addr,e)}function MM(i,t){let e=Fo(t,this.size,3);i.uniform3fv(this.addr,e)}function wM(i,t){let e=Fo(t,this.size,4);i.uniform4fv(this.addr,e)}function EM(i,t){let e=Fo(t,this.size,4);i.uniformMatrix2fv(this.addr,!1,e)}function TM(i,t){let e=Fo(t,this.size,9);i.uniformMatrix3fv(this.addr,!1,e)}function AM(i,t){let e=Fo(t,this.size,16);i.uniformMatrix4fv(this.addr,!1,e)}function RM(i,t){i.uniform1iv(this.addr,t)}function CM(i,t){i.uniform2iv(this.addr,t)}function PM(i,t){i.uniform3iv(this.addr,t)}function IM(i,t){i.uniform4iv(this.addr,t)}function LM(i,t){i.uniform1uiv(this.addr,t)}function DM(i,t){i.uniform2uiv(this.addr,t)}function NM(i,t){i.uniform3uiv(this.addr,t)}function UM(i,t){i.uniform4uiv(this.addr,t)}function FM(i,t,e){let n=this.cache,s=t.length,r=Fh(e,s);xn(n,r)||(i.uniform1iv(this.addr,r),yn(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=Oh(Hg):o=Vg;for(let a=0;a!==s;++a)e.setTexture2D(t[a]||o,r[a])}function OM(i,t,e){let n=this.cache,s=t.length,r=Fh(e,s);xn(n,r)||(i.uniform1iv(this.addr,r),yn(n,r));for(let o=0;o!==s;++o)e.setTexture3D(t[o]||Xg,r[o])}function BM(i,t,e){let n=this.cache,s=t.length,r=Fh(e,s);xn(n,r)||(i.uniform1iv(this.addr,r),yn(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=Oh(Gg):o=qg;for(let a=0;a!==s;++a)e.setTextureCube(t[a]||o,r[a])}function kM(i,t,e){let n=this.cache,s=t.length,r=Fh(e,s);xn(n,r)||(i.uniform1iv(this.addr,r),yn(n,r));for(let o=0;o!==s;++o)e.setTexture2DArray(t[o]||Wg,r[o])}function zM(i){switch(i){case 5126:return SM;case 35664:return bM;case 35665:return MM;case 35666:return wM;case 35674:return EM;case 35675:return TM;case 35676:return AM;case 5124:case 35670:return RM;case 35667:case 35671:return CM;case 35668:case 35672:return PM;case 35669:case 35673:return IM;case 5125:return LM;case 36294:return DM;case 36295:return NM;case 36296:return UM;case 35678:case 36198:case 36298:case 36306:case 35682:return FM;case 35679:case 36299:case 36307:return OM;case 35680:case 36300:case 36308:case 36293:return BM;case 36289:case 36303:case 36311:case 36292:return kM}}var hf=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=vM(e.type)}},uf=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=zM(e.type)}},df=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(t,e[a.id],n)}}},lf=/(\w+)(\])?(\[|\.)?/g;function Eg(i,t){i.seq.push(t),i.map[t.id]=t}function VM(i,t,e){let n=i.name,s=n.length;for(lf.lastIndex=0;;){let r=lf.exec(n),o=lf.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){Eg(e,c===void 0?new hf(a,i,t):new uf(a,i,t));break}else{let u=e.map[a];u===void 0&&(u=new df(a),Eg(e,u)),e=u}}}var Uo=class{constructor(t,e){this.seq=[],this.map={};let n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=t.getActiveUniform(e,o),l=t.getUniformLocation(e,a.name);VM(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===t.SAMPLER_2D_SHADOW||o.type===t.SAMPLER_CUBE_SHADOW||o.type===t.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(t,e,n,s){let r=this.map[e];r!==void 0&&r.setValue(t,n,s)}setOptional(t,e,n){let s=e[n];s!==void 0&&this.setValue(t,n,s)}static upload(t,e,n,s){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,s)}}static seqWithValue(t,e){let n=[];for(let s=0,r=t.length;s!==r;++s){let o=t[s];o.id in e&&n.push(o)}return n}};function Tg(i,t,e){let n=i.createShader(t);return i.shaderSource(n,e),i.compileShader(n),n}var HM=37297,GM=0;function WM(i,t){let e=i.split(`
`),n=[],s=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}var Ag=new me;function XM(i){Re._getMatrix(Ag,Re.workingColorSpace,i);let t=`mat3( ${Ag.elements.map(e=>e.toFixed(4))} )`;switch(Re.getTransfer(i)){case Sa:return[t,"LinearTransferOETF"];case Oe:return[t,"sRGBTransferOETF"];default:return ee("WebGLProgram: Unsupported color space: ",i),[t,"LinearTransferOETF"]}}function Rg(i,t,e){let n=i.getShaderParameter(t,i.COMPILE_STATUS),r=(i.getShaderInfoLog(t)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return e.toUpperCase()+`

`+r+`

`+WM(i.getShaderSource(t),a)}else return r}function qM(i,t){let e=XM(t);return[`vec4 ${i}( vec4 value ) {`,`	return ${e[1]}( vec4( ${e[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var YM={[Td]:"Linear",[Ad]:"Reinhard",[Rd]:"Cineon",[Cd]:"ACESFilmic",[Id]:"AgX",[Ld]:"Neutral",[Pd]:"Custom"};function $M(i,t){let e=YM[t];return e===void 0?(ee("WebGLProgram: Unsupported toneMapping:",t),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var Dh=new R;function ZM(){Re.getLuminanceCoefficients(Dh);let i=Dh.x.toFixed(4),t=Dh.y.toFixed(4),e=Dh.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function JM(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(ul).join(`
`)}function KM(i){let t=[];for(let e in i){let n=i[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function jM(i,t){let e={},n=i.getProgramParameter(t,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(t,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:i.getAttribLocation(t,o),locationSize:a}}return e}function ul(i){return i!==""}function Cg(i,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function Pg(i,t){return i.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var QM=/^[ \t]*#include +<([\w\d./]+)>/gm;function ff(i){return i.replace(QM,tw)}function tw(i,t){let e=be[t];if(e===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+t+">");return ff(e)}var ew=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function Ig(i){return i.replace(ew,nw)}function nw(i,t,e,n){let s="";for(let r=parseInt(t);r<parseInt(e);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function Lg(i){let t=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?t+=`
#define HIGH_PRECISION`:i.precision==="mediump"?t+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(t+=`
#define LOW_PRECISION`),t}var iw={[Rr]:"SHADOWMAP_TYPE_PCF",[Io]:"SHADOWMAP_TYPE_VSM"};function sw(i){return iw[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var rw={[Do]:"ENVMAP_MODE_REFRACTION"};function ow(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":rw[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var aw={[Ed]:"ENVMAP_BLENDING_MULTIPLY",[$m]:"ENVMAP_BLENDING_MIX",[Zm]:"ENVMAP_BLENDING_ADD"};function lw(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":aw[i.combine]||"ENVMAP_BLENDING_NONE"}function cw(i,t,e,n){let s=i.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=sw(e),c=e.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=ow(e),u=lw(e),d=JM(e),f=KM(r),p=s.createProgram(),_,m,g=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(_=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f].filter(ul).join(`
`),_.length>0&&(_+=`
`),m=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f].filter(ul).join(`
`),m.length>0&&(m+=`
`)):(_=[Lg(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+h:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+e.diffuseRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexNormals?"#define HAS_NORMAL":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(ul).join(`
`),m=[Lg(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+h:"",e.envMap?"#define "+u:"",e.envMapPMREM?"#define ENVMAP_MAX_LOD "+e.envMapMaxLod+".0":"",e.envMapPMREM?"#define ENVMAP_SIZE "+e.envMapSize+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.retroreflection?"#define USE_RETROREFLECTION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor?"#define USE_COLOR":"",e.vertexAlphas||e.batchingColor?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==cs?"#define TONE_MAPPING":"",e.toneMapping!==cs?be.tonemapping_pars_fragment:"",e.toneMapping!==cs?$M("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",be.colorspace_pars_fragment,qM("linearToOutputTexel",e.outputColorSpace),ZM(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(ul).join(`
`)),o=ff(o),o=Cg(o,e),o=Pg(o,e),a=ff(a),a=Cg(a,e),a=Pg(a,e),o=Ig(o),a=Ig(a),e.isRawShaderMaterial!==!0&&(g=`#version 300 es
`,_=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+_,m=["#define varying in",e.glslVersion===qd?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===qd?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let v=g+_+o,w=g+m+a,S=Tg(s,s.VERTEX_SHADER,v),C=Tg(s,s.FRAGMENT_SHADER,w);s.attachShader(p,S),s.attachShader(p,C),e.index0AttributeName!==void 0?s.bindAttribLocation(p,0,e.index0AttributeName):e.hasPositionAttribute===!0&&s.bindAttribLocation(p,0,"position"),s.linkProgram(p);function A(L){if(i.debug.checkShaderErrors){let D=s.getProgramInfoLog(p)||"",z=s.getShaderInfoLog(S)||"",G=s.getShaderInfoLog(C)||"",N=D.trim(),H=z.trim(),q=G.trim(),V=!0,ct=!0;if(s.getProgramParameter(p,s.LINK_STATUS)===!1)if(V=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,p,S,C);else{let J=Rg(s,S,"vertex"),Q=Rg(s,C,"fragment");ae("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(p,s.VALIDATE_STATUS)+`

Material Name: `+L.name+`
Material Type: `+L.type+`

Program Info Log: `+N+`
`+J+`
`+Q)}else N!==""?ee("WebGLProgram: Program Info Log:",N):(H===""||q==="")&&(ct=!1);ct&&(L.diagnostics={runnable:V,programLog:N,vertexShader:{log:H,prefix:_},fragmentShader:{log:q,prefix:m}})}s.deleteShader(S),s.deleteShader(C),y=new Uo(s,p),T=jM(s,p)}let y;this.getUniforms=function(){return y===void 0&&A(this),y};let T;this.getAttributes=function(){return T===void 0&&A(this),T};let O=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return O===!1&&(O=s.getProgramParameter(p,HM)),O},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(p),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=GM++,this.cacheKey=t,this.usedTimes=1,this.program=p,this.vertexShader=S,this.fragmentShader=C,this}var hw=0,pf=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t,e,n){let s=this._getShaderCacheForMaterial(t);return s.has(e)===!1&&(s.add(e),e.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderStage(t){return this._getShaderStage(t.vertexShader)}getFragmentShaderStage(t){return this._getShaderStage(t.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){let e=this.shaderCache,n=e.get(t);return n===void 0&&(n=new mf(t),e.set(t,n)),n}},mf=class{constructor(t){this.id=hw++,this.code=t,this.usedTimes=0}};function uw(i){return i===ar||i===ol||i===al}function dw(i,t,e,n,s,r){let o=new wo,a=new pf,l=new Set,c=[],h=new Map,u=n.logarithmicDepthBuffer,d={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(y){return l.add(y),y===0?"uv":`uv${y}`}function p(y,T,O,L,D,z){let G=L.fog,N=D.geometry,H=y.isMeshStandardMaterial||y.isMeshLambertMaterial||y.isMeshPhongMaterial?L.environment:null,q=y.isMeshStandardMaterial||y.isMeshLambertMaterial&&!y.envMap||y.isMeshPhongMaterial&&!y.envMap,V=t.get(y.envMap||H,q),ct=d[y.type],J=n.precision;y.precision!==null&&(J=n.getMaxPrecision(y.precision),J!==y.precision&&ee("WebGLProgram.getParameters:",y.precision,"not supported, using",J,"instead."));let Q=N.morphAttributes.position||N.morphAttributes.normal||N.morphAttributes.color,et=Q!==void 0?Q.length:0,ft=0;N.morphAttributes.position!==void 0&&(ft=1),N.morphAttributes.normal!==void 0&&(ft=2),N.morphAttributes.color!==void 0&&(ft=3);let ht,tt,_t,yt;if(ct){let Nt=ei[ct];ht=Nt.vertexShader,tt=Nt.fragmentShader}else{ht=y.vertexShader,tt=y.fragmentShader;let Nt=a.getVertexShaderStage(y),ye=a.getFragmentShaderStage(y);a.update(y,Nt,ye),_t=Nt.id,yt=ye.id}let Lt=i.getRenderTarget(),wt=i.state.buffers.depth.getReversed(),Ht=D.isInstancedMesh===!0,se=D.isBatchedMesh===!0,Jt=!!y.map,re=!!y.matcap,ie=!!V,ot=ie&&V.isPMREMTexture===!0,vt=!!y.aoMap,xt=!!y.lightMap,Bt=!!y.bumpMap&&y.wireframe===!1,Dt=!!y.normalMap,ne=!!y.displacementMap,kt=!!y.emissiveMap,_e=!!y.metalnessMap,fe=!!y.roughnessMap,ve=y.anisotropy>0,F=y.clearcoat>0,bt=y.diffuseRoughness>0,Xt=y.dispersion>0,he=y.retroreflectivity>0,Et=y.iridescence>0,Fe=y.sheen>0,$t=y.transmission>0,te=ve&&!!y.anisotropyMap,P=F&&!!y.clearcoatMap,b=F&&!!y.clearcoatNormalMap,X=F&&!!y.clearcoatRoughnessMap,dt=bt&&!!y.diffuseRoughnessMap,at=Et&&!!y.iridescenceMap,Mt=Et&&!!y.iridescenceThicknessMap,Tt=Fe&&!!y.sheenColorMap,nt=Fe&&!!y.sheenRoughnessMap,st=!!y.specularMap,gt=!!y.specularColorMap,B=!!y.specularIntensityMap,rt=$t&&!!y.transmissionMap,it=$t&&!!y.thicknessMap,Ct=!!y.gradientMap,St=!!y.alphaMap,Rt=y.alphaTest>0,jt=!!y.alphaHash,le=!!y.extensions,ut=cs;y.toneMapped&&(Lt===null||Lt.isXRRenderTarget===!0)&&(ut=i.toneMapping);let qt=ot?V.isCompressedCubeTexture?V.image[0].mipmaps:V.mipmaps:null,ce={shaderID:ct,shaderType:y.type,shaderName:y.name,vertexShader:ht,fragmentShader:tt,defines:y.defines,customVertexShaderID:_t,customFragmentShaderID:yt,isRawShaderMaterial:y.isRawShaderMaterial===!0,glslVersion:y.glslVersion,precision:J,batching:se,batchingColor:se&&D._colorsTexture!==null,instancing:Ht,instancingColor:Ht&&D.instanceColor!==null,instancingMorph:Ht&&D.morphTexture!==null,outputColorSpace:Lt===null?i.outputColorSpace:Lt.isXRRenderTarget===!0?Lt.texture.colorSpace:Re.workingColorSpace,alphaToCoverage:!!y.alphaToCoverage,map:Jt,matcap:re,envMap:ie,envMapMode:ie&&V.mapping,envMapPMREM:ot,envMapMaxLod:ot?qt.length-1:null,envMapSize:ot?qt[0].width:null,aoMap:vt,lightMap:xt,bumpMap:Bt,normalMap:Dt,displacementMap:ne,emissiveMap:kt,normalMapObjectSpace:Dt&&y.normalMapType===jm,normalMapTangentSpace:Dt&&y.normalMapType===Ph,packedNormalMap:Dt&&y.normalMapType===Ph&&uw(y.normalMap.format),metalnessMap:_e,roughnessMap:fe,anisotropy:ve,anisotropyMap:te,clearcoat:F,clearcoatMap:P,clearcoatNormalMap:b,clearcoatRoughnessMap:X,diffuseRoughness:bt,diffuseRoughnessMap:dt,dispersion:Xt,retroreflection:he,iridescence:Et,iridescenceMap:at,iridescenceThicknessMap:Mt,sheen:Fe,sheenColorMap:Tt,sheenRoughnessMap:nt,specularMap:st,specularColorMap:gt,specularIntensityMap:B,transmission:$t,transmissionMap:rt,thicknessMap:it,gradientMap:Ct,opaque:y.transparent===!1&&y.blending===Lo&&y.alphaToCoverage===!1,alphaMap:St,alphaTest:Rt,alphaHash:jt,combine:y.combine,mapUv:Jt&&f(y.map.channel),aoMapUv:vt&&f(y.aoMap.channel),lightMapUv:xt&&f(y.lightMap.channel),bumpMapUv:Bt&&f(y.bumpMap.channel),normalMapUv:Dt&&f(y.normalMap.channel),displacementMapUv:ne&&f(y.displacementMap.channel),emissiveMapUv:kt&&f(y.emissiveMap.channel),metalnessMapUv:_e&&f(y.metalnessMap.channel),roughnessMapUv:fe&&f(y.roughnessMap.channel),anisotropyMapUv:te&&f(y.anisotropyMap.channel),clearcoatMapUv:P&&f(y.clearcoatMap.channel),clearcoatNormalMapUv:b&&f(y.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:X&&f(y.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:dt&&f(y.diffuseRoughnessMap.channel),iridescenceMapUv:at&&f(y.iridescenceMap.channel),iridescenceThicknessMapUv:Mt&&f(y.iridescenceThicknessMap.channel),sheenColorMapUv:Tt&&f(y.sheenColorMap.channel),sheenRoughnessMapUv:nt&&f(y.sheenRoughnessMap.channel),specularMapUv:st&&f(y.specularMap.channel),specularColorMapUv:gt&&f(y.specularColorMap.channel),specularIntensityMapUv:B&&f(y.specularIntensityMap.channel),transmissionMapUv:rt&&f(y.transmissionMap.channel),thicknessMapUv:it&&f(y.thicknessMap.channel),alphaMapUv:St&&f(y.alphaMap.channel),vertexTangents:!!N.attributes.tangent&&(Dt||ve),vertexNormals:!!N.attributes.normal,vertexColors:y.vertexColors,vertexAlphas:y.vertexColors===!0&&!!N.attributes.color&&N.attributes.color.itemSize===4,pointsUvs:D.isPoints===!0&&!!N.attributes.uv&&(Jt||St),fog:!!G,useFog:y.fog===!0,fogExp2:!!G&&G.isFogExp2,flatShading:y.wireframe===!1&&(y.flatShading===!0||N.attributes.normal===void 0&&Dt===!1&&(y.isMeshLambertMaterial||y.isMeshPhongMaterial||y.isMeshStandardMaterial||y.isMeshPhysicalMaterial)),sizeAttenuation:y.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:wt,skinning:D.isSkinnedMesh===!0,hasPositionAttribute:N.attributes.position!==void 0,morphTargets:N.morphAttributes.position!==void 0,morphNormals:N.morphAttributes.normal!==void 0,morphColors:N.morphAttributes.color!==void 0,morphTargetsCount:et,morphTextureStride:ft,numSunLights:T.sun.length,numDirLights:T.directional.length,numPointLights:T.point.length,numSpotLights:T.spot.length,numSpotLightMaps:T.spotLightMap.length,numRectAreaLights:T.rectArea.length,numHemiLights:T.hemi.length,numSunLightShadows:T.sunShadowMap.length,numDirLightShadows:T.directionalShadowMap.length,numPointLightShadows:T.pointShadowMap.length,numSpotLightShadows:T.spotShadowMap.length,numSpotLightShadowsWithMaps:T.numSpotLightShadowsWithMaps,numLightProbes:T.numLightProbes,numLightProbeGrids:z.filter(Nt=>Nt.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:y.dithering,shadowMapEnabled:i.shadowMap.enabled&&O.length>0,shadowMapType:i.shadowMap.type,toneMapping:ut,decodeVideoTexture:Jt&&y.map.isVideoTexture===!0&&Re.getTransfer(y.map.colorSpace)===Oe,decodeVideoTextureEmissive:kt&&y.emissiveMap.isVideoTexture===!0&&Re.getTransfer(y.emissiveMap.colorSpace)===Oe,premultipliedAlpha:y.premultipliedAlpha,doubleSided:y.side===Nn,flipSided:y.side===ti,useDepthPacking:y.depthPacking>=0,depthPacking:y.depthPacking||0,index0AttributeName:y.index0AttributeName,extensionClipCullDistance:le&&y.extensions.clipCullDistance===!0&&e.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(le&&y.extensions.multiDraw===!0||se)&&e.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:e.has("KHR_parallel_shader_compile"),customProgramCacheKey:y.customProgramCacheKey()};return ce.vertexUv1s=l.has(1),ce.vertexUv2s=l.has(2),ce.vertexUv3s=l.has(3),l.clear(),ce}function _(y){let T=[];if(y.shaderID?T.push(y.shaderID):(T.push(y.customVertexShaderID),T.push(y.customFragmentShaderID)),y.defines!==void 0)for(let O in y.defines)T.push(O),T.push(y.defines[O]);return y.isRawShaderMaterial===!1&&(m(T,y),g(T,y),T.push(i.outputColorSpace)),T.push(y.customProgramCacheKey),T.join()}function m(y,T){y.push(T.precision),y.push(T.outputColorSpace),y.push(T.envMapMode),y.push(T.envMapPMREM),y.push(T.envMapMaxLod),y.push(T.envMapSize),y.push(T.mapUv),y.push(T.alphaMapUv),y.push(T.lightMapUv),y.push(T.aoMapUv),y.push(T.bumpMapUv),y.push(T.normalMapUv),y.push(T.displacementMapUv),y.push(T.emissiveMapUv),y.push(T.metalnessMapUv),y.push(T.roughnessMapUv),y.push(T.anisotropyMapUv),y.push(T.clearcoatMapUv),y.push(T.clearcoatNormalMapUv),y.push(T.clearcoatRoughnessMapUv),y.push(T.diffuseRoughnessMapUv),y.push(T.iridescenceMapUv),y.push(T.iridescenceThicknessMapUv),y.push(T.sheenColorMapUv),y.push(T.sheenRoughnessMapUv),y.push(T.specularMapUv),y.push(T.specularColorMapUv),y.push(T.specularIntensityMapUv),y.push(T.transmissionMapUv),y.push(T.thicknessMapUv),y.push(T.combine),y.push(T.fogExp2),y.push(T.sizeAttenuation),y.push(T.morphTargetsCount),y.push(T.numSunLights),y.push(T.numDirLights),y.push(T.numPointLights),y.push(T.numSpotLights),y.push(T.numSpotLightMaps),y.push(T.numHemiLights),y.push(T.numRectAreaLights),y.push(T.numSunLightShadows),y.push(T.numDirLightShadows),y.push(T.numPointLightShadows),y.push(T.numSpotLightShadows),y.push(T.numSpotLightShadowsWithMaps),y.push(T.numLightProbes),y.push(T.numLightProbeGrids),y.push(T.shadowMapType),y.push(T.toneMapping),y.push(T.numClippingPlanes),y.push(T.numClipIntersection),y.push(T.depthPacking)}function g(y,T){o.disableAll(),T.instancing&&o.enable(0),T.instancingColor&&o.enable(1),T.instancingMorph&&o.enable(2),T.matcap&&o.enable(3),T.envMap&&o.enable(4),T.normalMapObjectSpace&&o.enable(5),T.normalMapTangentSpace&&o.enable(6),T.clearcoat&&o.enable(7),T.iridescence&&o.enable(8),T.alphaTest&&o.enable(9),T.vertexColors&&o.enable(10),T.vertexAlphas&&o.enable(11),T.vertexUv1s&&o.enable(12),T.vertexUv2s&&o.enable(13),T.vertexUv3s&&o.enable(14),T.vertexTangents&&o.enable(15),T.anisotropy&&o.enable(16),T.alphaHash&&o.enable(17),T.batching&&o.enable(18),T.dispersion&&o.enable(19),T.retroreflection&&o.enable(24),T.diffuseRoughness&&o.enable(25),T.batchingColor&&o.enable(20),T.gradientMap&&o.enable(21),T.packedNormalMap&&o.enable(22),T.vertexNormals&&o.enable(23),y.push(o.mask),o.disableAll(),T.fog&&o.enable(0),T.useFog&&o.enable(1),T.flatShading&&o.enable(2),T.logarithmicDepthBuffer&&o.enable(3),T.reversedDepthBuffer&&o.enable(4),T.skinning&&o.enable(5),T.morphTargets&&o.enable(6),T.morphNormals&&o.enable(7),T.morphColors&&o.enable(8),T.premultipliedAlpha&&o.enable(9),T.shadowMapEnabled&&o.enable(10),T.doubleSided&&o.enable(11),T.flipSided&&o.enable(12),T.useDepthPacking&&o.enable(13),T.dithering&&o.enable(14),T.transmission&&o.enable(15),T.sheen&&o.enable(16),T.opaque&&o.enable(17),T.pointsUvs&&o.enable(18),T.decodeVideoTexture&&o.enable(19),T.decodeVideoTextureEmissive&&o.enable(20),T.alphaToCoverage&&o.enable(21),T.numLightProbeGrids>0&&o.enable(22),T.hasPositionAttribute&&o.enable(23),y.push(o.mask)}function v(y){let T=d[y.type],O;if(T){let L=ei[T];O=cl.clone(L.uniforms)}else O=y.uniforms;return O}function w(y,T){let O=h.get(T);return O!==void 0?++O.usedTimes:(O=new cw(i,T,y,s),c.push(O),h.set(T,O)),O}function S(y){if(--y.usedTimes===0){let T=c.indexOf(y);c[T]=c[c.length-1],c.pop(),h.delete(y.cacheKey),y.destroy()}}function C(y){a.remove(y)}function A(){a.dispose()}return{getParameters:p,getProgramCacheKey:_,getUniforms:v,acquireProgram:w,releaseProgram:S,releaseShaderCache:C,programs:c,dispose:A}}function fw(){let i=new WeakMap;function t(o){return i.has(o)}function e(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:t,get:e,remove:n,update:s,dispose:r}}function pw(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.material.id!==t.material.id?i.material.id-t.material.id:i.materialVariant!==t.materialVariant?i.materialVariant-t.materialVariant:i.z!==t.z?i.z-t.z:i.id-t.id}function Dg(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.z!==t.z?t.z-i.z:i.id-t.id}function Ng(){let i=[],t=0,e=[],n=[],s=[];function r(){t=0,e.length=0,n.length=0,s.length=0}function o(d){let f=0;return d.isInstancedMesh&&(f+=2),d.isSkinnedMesh&&(f+=1),f}function a(d,f,p,_,m,g){let v=i[t];return v===void 0?(v={id:d.id,object:d,geometry:f,material:p,materialVariant:o(d),groupOrder:_,renderOrder:d.renderOrder,z:m,group:g},i[t]=v):(v.id=d.id,v.object=d,v.geometry=f,v.material=p,v.materialVariant=o(d),v.groupOrder=_,v.renderOrder=d.renderOrder,v.z=m,v.group=g),t++,v}function l(d,f,p,_,m,g,v){v.reversedDepth===!0&&(m=-m);let w=a(d,f,p,_,m,g);p.transmission>0?n.push(w):p.transparent===!0?s.push(w):e.push(w)}function c(d,f,p,_,m,g){let v=a(d,f,p,_,m,g);p.transmission>0?n.unshift(v):p.transparent===!0?s.unshift(v):e.unshift(v)}function h(d,f){e.length>1&&e.sort(d||pw),n.length>1&&n.sort(f||Dg),s.length>1&&s.sort(f||Dg)}function u(){for(let d=t,f=i.length;d<f;d++){let p=i[d];if(p.id===null)break;p.id=null,p.object=null,p.geometry=null,p.material=null,p.group=null}}return{opaque:e,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:u,sort:h}}function mw(){let i=new WeakMap;function t(n,s){let r=i.get(n),o;return r===void 0?(o=new Ng,i.set(n,[o])):s>=r.length?(o=new Ng,r.push(o)):o=r[s],o}function e(){i=new WeakMap}return{get:t,dispose:e}}function gw(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={direction:new R,color:new de};break;case"SpotLight":e={position:new R,direction:new R,color:new de,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new R,color:new de,distance:0,decay:0};break;case"HemisphereLight":e={direction:new R,skyColor:new de,groundColor:new de};break;case"RectAreaLight":e={color:new de,position:new R,halfWidth:new R,halfHeight:new R};break}return i[t.id]=e,e}}}function _w(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new pt};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new pt};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new pt,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[t.id]=e,e}}}var xw=0;function yw(i,t){return(t.castShadow?2:0)-(i.castShadow?2:0)+(t.map?1:0)-(i.map?1:0)}function vw(i){let t=new gw,e=_w(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new R);let s=new R,r=new Ie,o=new Ie;function a(c){let h=0,u=0,d=0;for(let z=0;z<9;z++)n.probe[z].set(0,0,0);let f=0,p=0,_=0,m=0,g=0,v=0,w=0,S=0,C=0,A=0,y=0,T=0,O=0,L=0;c.sort(yw);for(let z=0,G=c.length;z<G;z++){let N=c[z],H=N.color,q=N.intensity,V=N.distance,ct=null;if(N.shadow&&N.shadow.map&&(N.shadow.map.texture.format===ar?ct=N.shadow.map.texture:ct=N.shadow.map.depthTexture||N.shadow.map.texture),N.isAmbientLight)h+=H.r*q,u+=H.g*q,d+=H.b*q;else if(N.isLightProbe){for(let J=0;J<9;J++)n.probe[J].addScaledVector(N.sh.coefficients[J],q);L++}else if(N.isSunLight){let J=t.get(N);if(J.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let Q=N.shadow,et=e.get(N);et.shadowIntensity=Q.intensity,et.shadowBias=Q.bias,et.shadowNormalBias=Q.normalBias,et.shadowRadius=Q.radius,et.shadowMapSize.copy(Q.mapSize).multiply(Q.getFrameExtents()),n.sunShadow[p]=et,n.sunShadowMap[p]=ct;let ft=Q.getViewportCount();for(let ht=0;ht<ft;ht++)n.sunShadowMatrix[_+ht]=Q.getMatrix(ht),n.sunShadowCascade[_+ht]=Q._cascadeData[ht];_+=ft,p++}n.sun[f]=J,f++}else if(N.isDirectionalLight){let J=t.get(N);if(J.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let Q=N.shadow,et=e.get(N);et.shadowIntensity=Q.intensity,et.shadowBias=Q.bias,et.shadowNormalBias=Q.normalBias,et.shadowRadius=Q.radius,et.shadowMapSize=Q.mapSize,n.directionalShadow[m]=et,n.directionalShadowMap[m]=ct,n.directionalShadowMatrix[m]=N.shadow.matrix,C++}n.directional[m]=J,m++}else if(N.isSpotLight){let J=t.get(N);J.position.setFromMatrixPosition(N.matrixWorld),J.color.copy(H).multiplyScalar(q),J.distance=V,J.coneCos=Math.cos(N.angle),J.penumbraCos=Math.cos(N.angle*(1-N.penumbra)),J.decay=N.decay,n.spot[v]=J;let Q=N.shadow;if(N.map&&(n.spotLightMap[T]=N.map,T++,Q.updateMatrices(N),N.castShadow&&O++),n.spotLightMatrix[v]=Q.matrix,N.castShadow){let et=e.get(N);et.shadowIntensity=Q.intensity,et.shadowBias=Q.bias,et.shadowNormalBias=Q.normalBias,et.shadowRadius=Q.radius,et.shadowMapSize=Q.mapSize,n.spotShadow[v]=et,n.spotShadowMap[v]=ct,y++}v++}else if(N.isRectAreaLight){let J=t.get(N);J.color.copy(H).multiplyScalar(q),J.halfWidth.set(N.width*.5,0,0),J.halfHeight.set(0,N.height*.5,0),n.rectArea[w]=J,w++}else if(N.isPointLight){let J=t.get(N);if(J.color.copy(N.color).multiplyScalar(N.intensity),J.distance=N.distance,J.decay=N.decay,N.castShadow){let Q=N.shadow,et=e.get(N);et.shadowIntensity=Q.intensity,et.shadowBias=Q.bias,et.shadowNormalBias=Q.normalBias,et.shadowRadius=Q.radius,et.shadowMapSize=Q.mapSize,et.shadowCameraNear=Q.camera.near,et.shadowCameraFar=Q.camera.far,n.pointShadow[g]=et,n.pointShadowMap[g]=ct,n.pointShadowMatrix[g]=N.shadow.matrix,A++}n.point[g]=J,g++}else if(N.isHemisphereLight){let J=t.get(N);J.skyColor.copy(N.color).multiplyScalar(q),J.groundColor.copy(N.groundColor).multiplyScalar(q),n.hemi[S]=J,S++}}w>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Ut.LTC_FLOAT_1,n.rectAreaLTC2=Ut.LTC_FLOAT_2):(n.rectAreaLTC1=Ut.LTC_HALF_1,n.rectAreaLTC2=Ut.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=d;let D=n.hash;(D.sunLength!==f||D.directionalLength!==m||D.pointLength!==g||D.spotLength!==v||D.rectAreaLength!==w||D.hemiLength!==S||D.numSunShadows!==p||D.numDirectionalShadows!==C||D.numPointShadows!==A||D.numSpotShadows!==y||D.numSpotMaps!==T||D.numLightProbes!==L)&&(n.sun.length=f,n.directional.length=m,n.spot.length=v,n.rectArea.length=w,n.point.length=g,n.hemi.length=S,n.sunShadow.length=p,n.sunShadowMap.length=p,n.sunShadowMatrix.length=_,n.sunShadowCascade.length=_,n.directionalShadow.length=C,n.directionalShadowMap.length=C,n.directionalShadowMatrix.length=C,n.pointShadow.length=A,n.pointShadowMap.length=A,n.pointShadowMatrix.length=A,n.spotShadow.length=y,n.spotShadowMap.length=y,n.spotLightMatrix.length=y+T-O,n.spotLightMap.length=T,n.numSpotLightShadowsWithMaps=O,n.numLightProbes=L,D.sunLength=f,D.directionalLength=m,D.pointLength=g,D.spotLength=v,D.rectAreaLength=w,D.hemiLength=S,D.numSunShadows=p,D.numDirectionalShadows=C,D.numPointShadows=A,D.numSpotShadows=y,D.numSpotMaps=T,D.numLightProbes=L,n.version=xw++)}function l(c,h){let u=0,d=0,f=0,p=0,_=0,m=0,g=h.matrixWorldInverse;for(let v=0,w=c.length;v<w;v++){let S=c[v];if(S.isSunLight){let C=n.sun[u];C.direction.setFromMatrixPosition(S.matrixWorld),C.direction.transformDirection(g),u++}else if(S.isDirectionalLight){let C=n.directional[d];C.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(g),d++}else if(S.isSpotLight){let C=n.spot[p];C.position.setFromMatrixPosition(S.matrixWorld),C.position.applyMatrix4(g),C.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(g),p++}else if(S.isRectAreaLight){let C=n.rectArea[_];C.position.setFromMatrixPosition(S.matrixWorld),C.position.applyMatrix4(g),o.identity(),r.copy(S.matrixWorld),r.premultiply(g),o.extractRotation(r),C.halfWidth.set(S.width*.5,0,0),C.halfHeight.set(0,S.height*.5,0),C.halfWidth.applyMatrix4(o),C.halfHeight.applyMatrix4(o),_++}else if(S.isPointLight){let C=n.point[f];C.position.setFromMatrixPosition(S.matrixWorld),C.position.applyMatrix4(g),f++}else if(S.isHemisphereLight){let C=n.hemi[m];C.direction.setFromMatrixPosition(S.matrixWorld),C.direction.transformDirection(g),m++}}}return{setup:a,setupView:l,state:n}}function Ug(i){let t=new vw(i),e=[],n=[],s=[];function r(u){h.camera=u,e.length=0,n.length=0,s.length=0}function o(u){u.isLightProbeGrid?s.push(u):e.push(u)}function a(u){n.push(u)}function l(){t.setup(e),s.sort((u,d)=>u.priority-d.priority||u.id-d.id)}function c(u){t.setupView(e,u)}let h={lightsArray:e,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function Sw(i){let t=new WeakMap;function e(s,r=0){let o=t.get(s),a;return o===void 0?(a=new Ug(i),t.set(s,[a])):r>=o.length?(a=new Ug(i),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}var bw=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,Mw=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,ww=[new R(1,0,0),new R(-1,0,0),new R(0,1,0),new R(0,-1,0),new R(0,0,1),new R(0,0,-1)],Ew=[new R(0,-1,0),new R(0,-1,0),new R(0,0,1),new R(0,0,-1),new R(0,-1,0),new R(0,-1,0)],Fg=new Ie,hl=new R,cf=new R;function Tw(i,t,e){let n=new js,s=new pt,r=new pt,o=new Be,a=new Pc,l=new Ic,c={},h=e.maxTextureSize,u={[or]:ti,[ti]:or,[Nn]:Nn},d=new Ai({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new pt},radius:{value:4}},vertexShader:bw,fragmentShader:Mw}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let p=new en;p.setAttribute("position",new gi(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let _=new je(p,d),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Rr;let g=this.type;this.render=function(A,y,T){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||A.length===0)return;this.type===Cm&&(ee("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Rr);let O=i.getRenderTarget(),L=i.getActiveCubeFace(),D=i.getActiveMipmapLevel(),z=i.state;z.setBlending(Cr),z.buffers.depth.getReversed()===!0?z.buffers.color.setClear(0,0,0,0):z.buffers.color.setClear(1,1,1,1),z.buffers.depth.setTest(!0),z.setScissorTest(!1);let G=g!==this.type;G&&y.traverse(function(N){N.material&&(Array.isArray(N.material)?N.material.forEach(H=>H.needsUpdate=!0):N.material.needsUpdate=!0)});for(let N=0,H=A.length;N<H;N++){let q=A[N],V=q.shadow;if(V===void 0){ee("WebGLShadowMap:",q,"has no shadow.");continue}if(V.autoUpdate===!1&&V.needsUpdate===!1)continue;s.copy(V.mapSize);let ct=V.getFrameExtents();s.multiply(ct),r.copy(V.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/ct.x),s.x=r.x*ct.x,V.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/ct.y),s.y=r.y*ct.y,V.mapSize.y=r.y));let J=i.state.buffers.depth.getReversed();if(V.camera._reversedDepth=J,V.map===null||G===!0){if(V.map!==null&&(V.map.depthTexture!==null&&(V.map.depthTexture.dispose(),V.map.depthTexture=null),V.map.dispose()),this.type===Io){if(q.isPointLight){ee("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}V.map=new _i(s.x,s.y,{format:ar,type:Hi,minFilter:jn,magFilter:jn,generateMipmaps:!1}),V.map.texture.name=q.name+".shadowMap",V.map.depthTexture=new Cs(s.x,s.y,Vi),V.map.depthTexture.name=q.name+".shadowMapDepth",V.map.depthTexture.format=As,V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=Rn,V.map.depthTexture.magFilter=Rn}else q.isPointLight?(V.map=new dl(s.x),V.map.depthTexture=new Ra(s.x,zi)):(V.map=new _i(s.x,s.y),V.map.depthTexture=new Cs(s.x,s.y,zi)),V.map.depthTexture.name=q.name+".shadowMap",V.map.depthTexture.format=As,this.type===Rr?(V.map.depthTexture.compareFunction=J?Hd:Vd,V.map.depthTexture.minFilter=jn,V.map.depthTexture.magFilter=jn):(V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=Rn,V.map.depthTexture.magFilter=Rn);V.camera.updateProjectionMatrix()}V.map.isWebGLCubeRenderTarget!==!0&&(V.map.width!==s.x||V.map.height!==s.y)&&V.map.setSize(s.x,s.y);let Q=V.map.isWebGLCubeRenderTarget?6:V.getViewportCount();q.isPointLight!==!0&&V.updateMatrices(q,T);let et=(V.camera.layers.mask&4294967294)!==0?V.camera.layers:T.layers;for(let ft=0;ft<Q;ft++){let ht=V.getCamera(ft);if(q.isPointLight){let tt=V.camera,_t=V.matrix,yt=q.distance||tt.far;yt!==tt.far&&(tt.far=yt,tt.updateProjectionMatrix()),hl.setFromMatrixPosition(q.matrixWorld),tt.position.copy(hl),cf.copy(tt.position),cf.add(ww[ft]),tt.up.copy(Ew[ft]),tt.lookAt(cf),tt.updateMatrixWorld(),_t.makeTranslation(-hl.x,-hl.y,-hl.z),Fg.multiplyMatrices(tt.projectionMatrix,tt.matrixWorldInverse),V._frustum.setFromProjectionMatrix(Fg,tt.coordinateSystem,tt.reversedDepth)}if(V.map.isWebGLCubeRenderTarget)i.setRenderTarget(V.map,ft),i.clear();else{ft===0&&(i.setRenderTarget(V.map),i.clear());let tt=V.getViewport(ft);o.set(r.x*tt.x,r.y*tt.y,r.x*tt.z,r.y*tt.w),z.viewport(o)}n=V.getFrustum(ft),S(y,T,ht,q,et,this.type)}V.isPointLightShadow!==!0&&this.type===Io&&v(V,T),V.needsUpdate=!1}g=this.type,m.needsUpdate=!1,i.setRenderTarget(O,L,D)};function v(A,y){let T=t.update(_);d.defines.VSM_SAMPLES!==A.blurSamples&&(d.defines.VSM_SAMPLES=A.blurSamples,f.defines.VSM_SAMPLES=A.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),A.mapPass===null?A.mapPass=new _i(s.x,s.y,{format:ar,type:Hi}):(A.mapPass.width!==A.map.width||A.mapPass.height!==A.map.height)&&A.mapPass.setSize(A.map.width,A.map.height),d.uniforms.shadow_pass.value=A.map.depthTexture,d.uniforms.resolution.value.set(A.map.width,A.map.height),d.uniforms.radius.value=A.radius,i.setRenderTarget(A.mapPass),i.clear(),i.renderBufferDirect(y,null,T,d,_,null),f.uniforms.shadow_pass.value=A.mapPass.texture,f.uniforms.resolution.value.set(A.map.width,A.map.height),f.uniforms.radius.value=A.radius,i.setRenderTarget(A.map),i.clear(),i.renderBufferDirect(y,null,T,f,_,null)}function w(A,y,T,O){let L=null,D=T.isPointLight===!0?A.customDistanceMaterial:A.customDepthMaterial;if(D!==void 0)L=D;else if(L=T.isPointLight===!0?l:a,i.localClippingEnabled&&y.clipShadows===!0&&Array.isArray(y.clippingPlanes)&&y.clippingPlanes.length!==0||y.displacementMap&&y.displacementScale!==0||y.alphaMap&&y.alphaTest>0||y.map&&y.alphaTest>0||y.alphaToCoverage===!0){let z=L.uuid,G=y.uuid,N=c[z];N===void 0&&(N={},c[z]=N);let H=N[G];H===void 0&&(H=L.clone(),N[G]=H,y.addEventListener("dispose",C)),L=H}if(L.visible=y.visible,L.wireframe=y.wireframe,O===Io?L.side=y.shadowSide!==null?y.shadowSide:y.side:L.side=y.shadowSide!==null?y.shadowSide:u[y.side],L.alphaMap=y.alphaMap,L.alphaTest=y.alphaToCoverage===!0?.5:y.alphaTest,L.map=y.map,L.clipShadows=y.clipShadows,L.clippingPlanes=y.clippingPlanes,L.clipIntersection=y.clipIntersection,L.displacementMap=y.displacementMap,L.displacementScale=y.displacementScale,L.displacementBias=y.displacementBias,L.wireframeLinewidth=y.wireframeLinewidth,L.linewidth=y.linewidth,T.isPointLight===!0&&L.isMeshDistanceMaterial===!0){let z=i.properties.get(L);z.light=T}return L}function S(A,y,T,O,L,D){if(A.visible===!1)return;if(A.layers.test(L)&&(A.isMesh||A.isLine||A.isPoints)&&(A.castShadow||A.receiveShadow&&D===Io)&&(!A.frustumCulled||A.intersectsFrustum(n))){A.modelViewMatrix.multiplyMatrices(T.matrixWorldInverse,A.matrixWorld);let N=t.update(A),H=A.material;if(Array.isArray(H)){let q=N.groups;for(let V=0,ct=q.length;V<ct;V++){let J=q[V],Q=H[J.materialIndex];if(Q&&Q.visible){let et=w(A,Q,O,D);A.onBeforeShadow(i,A,y,T,N,et,J),i.renderBufferDirect(T,null,N,et,A,J),A.onAfterShadow(i,A,y,T,N,et,J)}}}else if(H.visible){let q=w(A,H,O,D);A.onBeforeShadow(i,A,y,T,N,q,null),i.renderBufferDirect(T,null,N,q,A,null),A.onAfterShadow(i,A,y,T,N,q,null)}}let G=A.children;for(let N=0,H=G.length;N<H;N++)S(G[N],y,T,O,L,D)}function C(A){A.target.removeEventListener("dispose",C);for(let T in c){let O=c[T],L=A.target.uuid;L in O&&(O[L].dispose(),delete O[L])}}}function Aw(i,t){function e(){let B=!1,rt=new Be,it=null,Ct=new Be(0,0,0,0);return{setMask:function(St){it!==St&&!B&&(i.colorMask(St,St,St,St),it=St)},setLocked:function(St){B=St},setClear:function(St,Rt,jt,le,ut){ut===!0&&(St*=le,Rt*=le,jt*=le),rt.set(St,Rt,jt,le),Ct.equals(rt)===!1&&(i.clearColor(St,Rt,jt,le),Ct.copy(rt))},reset:function(){B=!1,it=null,Ct.set(-1,0,0,0)}}}function n(){let B=!1,rt=!1,it=null,Ct=null,St=null;return{setReversed:function(Rt){if(rt!==Rt){let jt=t.get("EXT_clip_control");Rt?jt.clipControlEXT(jt.LOWER_LEFT_EXT,jt.ZERO_TO_ONE_EXT):jt.clipControlEXT(jt.LOWER_LEFT_EXT,jt.NEGATIVE_ONE_TO_ONE_EXT),rt=Rt;let le=St;St=null,this.setClear(le)}},getReversed:function(){return rt},setTest:function(Rt){Rt?wt(i.DEPTH_TEST):Ht(i.DEPTH_TEST)},setMask:function(Rt){it!==Rt&&!B&&(i.depthMask(Rt),it=Rt)},setFunc:function(Rt){if(rt&&(Rt=lg[Rt]),Ct!==Rt){switch(Rt){case ic:i.depthFunc(i.NEVER);break;case sc:i.depthFunc(i.ALWAYS);break;case rc:i.depthFunc(i.LESS);break;case yo:i.depthFunc(i.LEQUAL);break;case oc:i.depthFunc(i.EQUAL);break;case ac:i.depthFunc(i.GEQUAL);break;case lc:i.depthFunc(i.GREATER);break;case cc:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}Ct=Rt}},setLocked:function(Rt){B=Rt},setClear:function(Rt){St!==Rt&&(St=Rt,rt&&(Rt=1-Rt),i.clearDepth(Rt))},reset:function(){B=!1,it=null,Ct=null,St=null,rt=!1}}}function s(){let B=!1,rt=null,it=null,Ct=null,St=null,Rt=null,jt=null,le=null,ut=null;return{setTest:function(qt){B||(qt?wt(i.STENCIL_TEST):Ht(i.STENCIL_TEST))},setMask:function(qt){rt!==qt&&!B&&(i.stencilMask(qt),rt=qt)},setFunc:function(qt,ce,Nt){(it!==qt||Ct!==ce||St!==Nt)&&(i.stencilFunc(qt,ce,Nt),it=qt,Ct=ce,St=Nt)},setOp:function(qt,ce,Nt){(Rt!==qt||jt!==ce||le!==Nt)&&(i.stencilOp(qt,ce,Nt),Rt=qt,jt=ce,le=Nt)},setLocked:function(qt){B=qt},setClear:function(qt){ut!==qt&&(i.clearStencil(qt),ut=qt)},reset:function(){B=!1,rt=null,it=null,Ct=null,St=null,Rt=null,jt=null,le=null,ut=null}}}let r=new e,o=new n,a=new s,l={},c=new WeakMap,h={},u={},d={},f=new WeakMap,p=[],_=null,m=!1,g=null,v=null,w=null,S=null,C=null,A=null,y=null,T=new de(0,0,0),O=0,L=!1,D=null,z=null,G=null,N=null,H=null,q=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),V=!1,ct=0,J=i.getParameter(i.VERSION);J.indexOf("WebGL")!==-1?(ct=parseFloat(/^WebGL (\d)/.exec(J)[1]),V=ct>=1):J.indexOf("OpenGL ES")!==-1&&(ct=parseFloat(/^OpenGL ES (\d)/.exec(J)[1]),V=ct>=2);let Q=null,et={},ft=i.getParameter(i.SCISSOR_BOX),ht=i.getParameter(i.VIEWPORT),tt=new Be().fromArray(ft),_t=new Be().fromArray(ht);function yt(B,rt,it,Ct){let St=new Uint8Array(4),Rt=i.createTexture();i.bindTexture(B,Rt),i.texParameteri(B,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(B,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let jt=0;jt<it;jt++)B===i.TEXTURE_3D||B===i.TEXTURE_2D_ARRAY?i.texImage3D(rt,0,i.RGBA,1,1,Ct,0,i.RGBA,i.UNSIGNED_BYTE,St):i.texImage2D(rt+jt,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,St);return Rt}let Lt={};Lt[i.TEXTURE_2D]=yt(i.TEXTURE_2D,i.TEXTURE_2D,1),Lt[i.TEXTURE_CUBE_MAP]=yt(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),Lt[i.TEXTURE_2D_ARRAY]=yt(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),Lt[i.TEXTURE_3D]=yt(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),wt(i.DEPTH_TEST),o.setFunc(yo),Bt(!1),Dt(yd),wt(i.CULL_FACE),vt(Cr);function wt(B){h[B]!==!0&&(i.enable(B),h[B]=!0)}function Ht(B){h[B]!==!1&&(i.disable(B),h[B]=!1)}function se(B,rt){return d[B]!==rt?(i.bindFramebuffer(B,rt),d[B]=rt,B===i.DRAW_FRAMEBUFFER&&(d[i.FRAMEBUFFER]=rt),B===i.FRAMEBUFFER&&(d[i.DRAW_FRAMEBUFFER]=rt),!0):!1}function Jt(B,rt){let it=p,Ct=!1;if(B){it=f.get(rt),it===void 0&&(it=[],f.set(rt,it));let St=B.textures;if(it.length!==St.length||it[0]!==i.COLOR_ATTACHMENT0){for(let Rt=0,jt=St.length;Rt<jt;Rt++)it[Rt]=i.COLOR_ATTACHMENT0+Rt;it.length=St.length,Ct=!0}}else it[0]!==i.BACK&&(it[0]=i.BACK,Ct=!0);Ct&&i.drawBuffers(it)}function re(B){return _!==B?(i.useProgram(B),_=B,!0):!1}let ie={[Pr]:i.FUNC_ADD,[Im]:i.FUNC_SUBTRACT,[Lm]:i.FUNC_REVERSE_SUBTRACT};ie[Dm]=i.MIN,ie[Nm]=i.MAX;let ot={[Um]:i.ZERO,[Fm]:i.ONE,[Om]:i.SRC_COLOR,[Md]:i.SRC_ALPHA,[Gm]:i.SRC_ALPHA_SATURATE,[Vm]:i.DST_COLOR,[km]:i.DST_ALPHA,[Bm]:i.ONE_MINUS_SRC_COLOR,[wd]:i.ONE_MINUS_SRC_ALPHA,[Hm]:i.ONE_MINUS_DST_COLOR,[zm]:i.ONE_MINUS_DST_ALPHA,[Wm]:i.CONSTANT_COLOR,[Xm]:i.ONE_MINUS_CONSTANT_COLOR,[qm]:i.CONSTANT_ALPHA,[Ym]:i.ONE_MINUS_CONSTANT_ALPHA};function vt(B,rt,it,Ct,St,Rt,jt,le,ut,qt){if(B===Cr){m===!0&&(Ht(i.BLEND),m=!1);return}if(m===!1&&(wt(i.BLEND),m=!0),B!==Pm){if(B!==g||qt!==L){if((v!==Pr||C!==Pr)&&(i.blendEquation(i.FUNC_ADD),v=Pr,C=Pr),qt)switch(B){case Lo:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case vd:i.blendFunc(i.ONE,i.ONE);break;case Sd:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case bd:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:ae("WebGLState: Invalid blending: ",B);break}else switch(B){case Lo:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case vd:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case Sd:ae("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case bd:ae("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:ae("WebGLState: Invalid blending: ",B);break}w=null,S=null,A=null,y=null,T.set(0,0,0),O=0,g=B,L=qt}return}St=St||rt,Rt=Rt||it,jt=jt||Ct,(rt!==v||St!==C)&&(i.blendEquationSeparate(ie[rt],ie[St]),v=rt,C=St),(it!==w||Ct!==S||Rt!==A||jt!==y)&&(i.blendFuncSeparate(ot[it],ot[Ct],ot[Rt],ot[jt]),w=it,S=Ct,A=Rt,y=jt),(le.equals(T)===!1||ut!==O)&&(i.blendColor(le.r,le.g,le.b,ut),T.copy(le),O=ut),g=B,L=!1}function xt(B,rt){B.side===Nn?Ht(i.CULL_FACE):wt(i.CULL_FACE);let it=B.side===ti;rt&&(it=!it),Bt(it),B.blending===Lo&&B.transparent===!1?vt(Cr):vt(B.blending,B.blendEquation,B.blendSrc,B.blendDst,B.blendEquationAlpha,B.blendSrcAlpha,B.blendDstAlpha,B.blendColor,B.blendAlpha,B.premultipliedAlpha),o.setFunc(B.depthFunc),o.setTest(B.depthTest),o.setMask(B.depthWrite),r.setMask(B.colorWrite);let Ct=B.stencilWrite;a.setTest(Ct),Ct&&(a.setMask(B.stencilWriteMask),a.setFunc(B.stencilFunc,B.stencilRef,B.stencilFuncMask),a.setOp(B.stencilFail,B.stencilZFail,B.stencilZPass)),kt(B.polygonOffset,B.polygonOffsetFactor,B.polygonOffsetUnits),B.alphaToCoverage===!0?wt(i.SAMPLE_ALPHA_TO_COVERAGE):Ht(i.SAMPLE_ALPHA_TO_COVERAGE)}function Bt(B){D!==B&&(B?i.frontFace(i.CW):i.frontFace(i.CCW),D=B)}function Dt(B){B!==Am?(wt(i.CULL_FACE),B!==z&&(B===yd?i.cullFace(i.BACK):B===Rm?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Ht(i.CULL_FACE),z=B}function ne(B){B!==G&&(V&&i.lineWidth(B),G=B)}function kt(B,rt,it){B?(wt(i.POLYGON_OFFSET_FILL),(N!==rt||H!==it)&&(N=rt,H=it,o.getReversed()&&(rt=-rt,it=-it),i.polygonOffset(rt,it))):Ht(i.POLYGON_OFFSET_FILL)}function _e(B){B?wt(i.SCISSOR_TEST):Ht(i.SCISSOR_TEST)}function fe(B){B===void 0&&(B=i.TEXTURE0+q-1),Q!==B&&(i.activeTexture(B),Q=B)}function ve(B,rt,it){it===void 0&&(Q===null?it=i.TEXTURE0+q-1:it=Q);let Ct=et[it];Ct===void 0&&(Ct={type:void 0,texture:void 0},et[it]=Ct),(Ct.type!==B||Ct.texture!==rt)&&(Q!==it&&(i.activeTexture(it),Q=it),i.bindTexture(B,rt||Lt[B]),Ct.type=B,Ct.texture=rt)}function F(){let B=et[Q];B!==void 0&&B.type!==void 0&&(i.bindTexture(B.type,null),B.type=void 0,B.texture=void 0)}function bt(){try{i.compressedTexImage2D(...arguments)}catch(B){ae("WebGLState:",B)}}function Xt(){try{i.compressedTexImage3D(...arguments)}catch(B){ae("WebGLState:",B)}}function he(){try{i.texSubImage2D(...arguments)}catch(B){ae("WebGLState:",B)}}function Et(){try{i.texSubImage3D(...arguments)}catch(B){ae("WebGLState:",B)}}function Fe(){try{i.compressedTexSubImage2D(...arguments)}catch(B){ae("WebGLState:",B)}}function $t(){try{i.compressedTexSubImage3D(...arguments)}catch(B){ae("WebGLState:",B)}}function te(){try{i.texStorage2D(...arguments)}catch(B){ae("WebGLState:",B)}}function P(){try{i.texStorage3D(...arguments)}catch(B){ae("WebGLState:",B)}}function b(){try{i.texImage2D(...arguments)}catch(B){ae("WebGLState:",B)}}function X(){try{i.texImage3D(...arguments)}catch(B){ae("WebGLState:",B)}}function dt(B){return u[B]!==void 0?u[B]:i.getParameter(B)}function at(B,rt){u[B]!==rt&&(i.pixelStorei(B,rt),u[B]=rt)}function Mt(B){tt.equals(B)===!1&&(i.scissor(B.x,B.y,B.z,B.w),tt.copy(B))}function Tt(B){_t.equals(B)===!1&&(i.viewport(B.x,B.y,B.z,B.w),_t.copy(B))}function nt(B,rt){let it=c.get(rt);it===void 0&&(it=new WeakMap,c.set(rt,it));let Ct=it.get(B);Ct===void 0&&(Ct=i.getUniformBlockIndex(rt,B.name),i.uniformBlockBinding(rt,Ct,Ct),it.set(B,Ct))}function st(B,rt,it){let St=c.get(rt).get(B);l[St]!==it&&(i.bindBufferBase(i.UNIFORM_BUFFER,St,it),l[St]=it)}function gt(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},u={},Q=null,et={},d={},l={},f=new WeakMap,p=[],_=null,m=!1,g=null,v=null,w=null,S=null,C=null,A=null,y=null,T=new de(0,0,0),O=0,L=!1,D=null,z=null,G=null,N=null,H=null,tt.set(0,0,i.canvas.width,i.canvas.height),_t.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:wt,disable:Ht,bindFramebuffer:se,drawBuffers:Jt,useProgram:re,setBlending:vt,setMaterial:xt,setFlipSided:Bt,setCullFace:Dt,setLineWidth:ne,setPolygonOffset:kt,setScissorTest:_e,activeTexture:fe,bindTexture:ve,unbindTexture:F,compressedTexImage2D:bt,compressedTexImage3D:Xt,texImage2D:b,texImage3D:X,pixelStorei:at,getParameter:dt,updateUBOMapping:nt,uniformBlockBinding:st,texStorage2D:te,texStorage3D:P,texSubImage2D:he,texSubImage3D:Et,compressedTexSubImage2D:Fe,compressedTexSubImage3D:$t,scissor:Mt,viewport:Tt,reset:gt}}function Rw(i,t,e,n,s,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new pt,h=new WeakMap,u=new Set,d,f=new WeakMap,p=new Set,_=new FinalizationRegistry(P=>p.delete(P)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(P,b){return m?new OffscreenCanvas(P,b):ba("canvas")}function v(P,b,X){let dt=1,at=te(P);if((at.width>X||at.height>X)&&(dt=X/Math.max(at.width,at.height)),dt<1)if(typeof HTMLImageElement<"u"&&P instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&P instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&P instanceof ImageBitmap||typeof VideoFrame<"u"&&P instanceof VideoFrame){let Mt=Math.floor(dt*at.width),Tt=Math.floor(dt*at.height);d===void 0&&(d=g(Mt,Tt));let nt=b?g(Mt,Tt):d;return nt.width=Mt,nt.height=Tt,nt.getContext("2d").drawImage(P,0,0,Mt,Tt),ee("WebGLRenderer: Texture has been resized from ("+at.width+"x"+at.height+") to ("+Mt+"x"+Tt+")."),nt}else return"data"in P&&ee("WebGLRenderer: Image in DataTexture is too big ("+at.width+"x"+at.height+")."),P;return P}function w(P){return P.generateMipmaps}function S(P){i.generateMipmap(P)}function C(P){return P.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:P.isWebGL3DRenderTarget?i.TEXTURE_3D:P.isWebGLArrayRenderTarget||P.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function A(P,b,X,dt,at,Mt=!1){if(P!==null){if(i[P]!==void 0)return i[P];ee("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+P+"'")}let Tt;dt&&(Tt=t.get("EXT_texture_norm16"),Tt||ee("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let nt=b;if(b===i.RED&&(X===i.FLOAT&&(nt=i.R32F),X===i.HALF_FLOAT&&(nt=i.R16F),X===i.UNSIGNED_BYTE&&(nt=i.R8),X===i.UNSIGNED_SHORT&&Tt&&(nt=Tt.R16_EXT),X===i.SHORT&&Tt&&(nt=Tt.R16_SNORM_EXT)),b===i.RED_INTEGER&&(X===i.UNSIGNED_BYTE&&(nt=i.R8UI),X===i.UNSIGNED_SHORT&&(nt=i.R16UI),X===i.UNSIGNED_INT&&(nt=i.R32UI),X===i.BYTE&&(nt=i.R8I),X===i.SHORT&&(nt=i.R16I),X===i.INT&&(nt=i.R32I)),b===i.RG&&(X===i.FLOAT&&(nt=i.RG32F),X===i.HALF_FLOAT&&(nt=i.RG16F),X===i.UNSIGNED_BYTE&&(nt=i.RG8),X===i.UNSIGNED_SHORT&&Tt&&(nt=Tt.RG16_EXT),X===i.SHORT&&Tt&&(nt=Tt.RG16_SNORM_EXT)),b===i.RG_INTEGER&&(X===i.UNSIGNED_BYTE&&(nt=i.RG8UI),X===i.UNSIGNED_SHORT&&(nt=i.RG16UI),X===i.UNSIGNED_INT&&(nt=i.RG32UI),X===i.BYTE&&(nt=i.RG8I),X===i.SHORT&&(nt=i.RG16I),X===i.INT&&(nt=i.RG32I)),b===i.RGB_INTEGER&&(X===i.UNSIGNED_BYTE&&(nt=i.RGB8UI),X===i.UNSIGNED_SHORT&&(nt=i.RGB16UI),X===i.UNSIGNED_INT&&(nt=i.RGB32UI),X===i.BYTE&&(nt=i.RGB8I),X===i.SHORT&&(nt=i.RGB16I),X===i.INT&&(nt=i.RGB32I)),b===i.RGBA_INTEGER&&(X===i.UNSIGNED_BYTE&&(nt=i.RGBA8UI),X===i.UNSIGNED_SHORT&&(nt=i.RGBA16UI),X===i.UNSIGNED_INT&&(nt=i.RGBA32UI),X===i.BYTE&&(nt=i.RGBA8I),X===i.SHORT&&(nt=i.RGBA16I),X===i.INT&&(nt=i.RGBA32I)),b===i.RGB&&(X===i.UNSIGNED_SHORT&&Tt&&(nt=Tt.RGB16_EXT),X===i.SHORT&&Tt&&(nt=Tt.RGB16_SNORM_EXT),X===i.UNSIGNED_INT_5_9_9_9_REV&&(nt=i.RGB9_E5),X===i.UNSIGNED_INT_10F_11F_11F_REV&&(nt=i.R11F_G11F_B10F)),b===i.RGBA){let st=Mt?Sa:Re.getTransfer(at);X===i.FLOAT&&(nt=i.RGBA32F),X===i.HALF_FLOAT&&(nt=i.RGBA16F),X===i.UNSIGNED_BYTE&&(nt=st===Oe?i.SRGB8_ALPHA8:i.RGBA8),X===i.UNSIGNED_SHORT&&Tt&&(nt=Tt.RGBA16_EXT),X===i.SHORT&&Tt&&(nt=Tt.RGBA16_SNORM_EXT),X===i.UNSIGNED_SHORT_4_4_4_4&&(nt=i.RGBA4),X===i.UNSIGNED_SHORT_5_5_5_1&&(nt=i.RGB5_A1)}return(nt===i.R16F||nt===i.R32F||nt===i.RG16F||nt===i.RG32F||nt===i.RGBA16F||nt===i.RGBA32F)&&t.get("EXT_color_buffer_float"),nt}function y(P,b){let X;return P?b===null||b===zi||b===Lr?X=i.DEPTH24_STENCIL8:b===Vi?X=i.DEPTH32F_STENCIL8:b===No&&(X=i.DEPTH24_STENCIL8,ee("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):b===null||b===zi||b===Lr?X=i.DEPTH_COMPONENT24:b===Vi?X=i.DEPTH_COMPONENT32F:b===No&&(X=i.DEPTH_COMPONENT16),X}function T(P,b){return w(P)===!0||P.isFramebufferTexture&&P.minFilter!==Rn&&P.minFilter!==jn?Math.log2(Math.max(b.width,b.height))+1:P.mipmaps.length>0?P.mipmaps.length:P.isCompressedTexture&&Array.isArray(P.image)?b.mipmaps.length:1}function O(P){let b=new WeakRef(P);n.get(P).__ref=b,p.add(b),_.register(P,b,b)}function L(P){let b=n.get(P).__ref;b!==void 0&&(p.delete(b),_.unregister(b))}function D(P){G(P.target)}function z(P){N(P.target)}function G(P){P.removeEventListener("dispose",D),L(P),q(P),P.isVideoTexture&&h.delete(P),P.isHTMLTexture&&u.delete(P)}function N(P){P.removeEventListener("dispose",z),L(P),ct(P)}function H(){for(let P of p){let b=P.deref();b!==void 0&&(b.isRenderTarget===!0?N(b):G(b))}p.clear(),u.clear()}function q(P){let b=n.get(P);if(b.__webglInit===void 0)return;let X=P.source,dt=f.get(X);if(dt){let at=dt[b.__cacheKey];at.usedTimes--,at.usedTimes===0&&V(P),Object.keys(dt).length===0&&f.delete(X)}n.remove(P)}function V(P){let b=n.get(P);i.deleteTexture(b.__webglTexture);let X=P.source,dt=f.get(X);delete dt[b.__cacheKey],o.memory.textures--}function ct(P){let b=n.get(P);b.__depthDisposeCallback&&b.__depthDisposeCallback();let X=P.depthTexture;if(X&&X.renderTarget===P&&G(X),P.isWebGLCubeRenderTarget)for(let at=0;at<6;at++){if(Array.isArray(b.__webglFramebuffer[at]))for(let Mt=0;Mt<b.__webglFramebuffer[at].length;Mt++)i.deleteFramebuffer(b.__webglFramebuffer[at][Mt]);else i.deleteFramebuffer(b.__webglFramebuffer[at]);b.__webglDepthbuffer&&i.deleteRenderbuffer(b.__webglDepthbuffer[at])}else{if(Array.isArray(b.__webglFramebuffer))for(let at=0;at<b.__webglFramebuffer.length;at++)i.deleteFramebuffer(b.__webglFramebuffer[at]);else i.deleteFramebuffer(b.__webglFramebuffer);if(b.__webglDepthbuffer&&i.deleteRenderbuffer(b.__webglDepthbuffer),b.__webglMultisampledFramebuffer&&i.deleteFramebuffer(b.__webglMultisampledFramebuffer),b.__webglColorRenderbuffer)for(let at=0;at<b.__webglColorRenderbuffer.length;at++)b.__webglColorRenderbuffer[at]&&i.deleteRenderbuffer(b.__webglColorRenderbuffer[at]);b.__webglDepthRenderbuffer&&i.deleteRenderbuffer(b.__webglDepthRenderbuffer)}let dt=P.textures;for(let at=0,Mt=dt.length;at<Mt;at++){let Tt=n.get(dt[at]);Tt.__webglTexture&&(i.deleteTexture(Tt.__webglTexture),o.memory.textures--),n.remove(dt[at])}n.remove(P)}let J=0;function Q(){J=0}function et(){return J}function ft(P){J=P}function ht(){let P=J;return P>=s.maxTextures&&ee("WebGLTextures: Trying to use "+(P+1)+" texture units while this GPU supports only "+s.maxTextures),J+=1,P}function tt(P){let b=[];return b.push(P.wrapS),b.push(P.wrapT),b.push(P.wrapR||0),b.push(P.magFilter),b.push(P.minFilter),b.push(P.anisotropy),b.push(P.internalFormat),b.push(P.format),b.push(P.type),b.push(P.generateMipmaps),b.push(P.mipmapsAutoUpdate),b.push(P.premultiplyAlpha),b.push(P.flipY),b.push(P.unpackAlignment),b.push(P.colorSpace),b.join()}function _t(P,b){let X=n.get(P);if(P.isVideoTexture&&Fe(P),P.isRenderTargetTexture===!1&&P.isExternalTexture!==!0&&P.version>0&&X.__version!==P.version){let dt=P.image;if(dt===null)ee("WebGLRenderer: Texture marked for update but no image data found.");else if(dt.complete===!1)ee("WebGLRenderer: Texture marked for update but image is incomplete");else{xt(X,P,b);return}}else P.isExternalTexture&&(X.__webglTexture=P.sourceTexture?P.sourceTexture:null);e.bindTexture(i.TEXTURE_2D,X.__webglTexture,i.TEXTURE0+b)}function yt(P,b){let X=n.get(P);if(P.isRenderTargetTexture===!1&&P.version>0&&X.__version!==P.version){xt(X,P,b);return}else P.isExternalTexture&&(X.__webglTexture=P.sourceTexture?P.sourceTexture:null);e.bindTexture(i.TEXTURE_2D_ARRAY,X.__webglTexture,i.TEXTURE0+b)}function Lt(P,b){let X=n.get(P);if(P.isRenderTargetTexture===!1&&P.version>0&&X.__version!==P.version){xt(X,P,b);return}e.bindTexture(i.TEXTURE_3D,X.__webglTexture,i.TEXTURE0+b)}function wt(P,b){let X=n.get(P);if(P.version>0&&X.__version!==P.version){Bt(X,P,b);return}e.bindTexture(i.TEXTURE_CUBE_MAP,X.__webglTexture,i.TEXTURE0+b)}let Ht={[hc]:i.REPEAT,[os]:i.CLAMP_TO_EDGE,[uc]:i.MIRRORED_REPEAT},se={[Rn]:i.NEAREST,[Jm]:i.NEAREST_MIPMAP_NEAREST,[el]:i.NEAREST_MIPMAP_LINEAR,[jn]:i.LINEAR,[Yc]:i.LINEAR_MIPMAP_NEAREST,[Ls]:i.LINEAR_MIPMAP_LINEAR},Jt={[tg]:i.NEVER,[Gd]:i.ALWAYS,[eg]:i.LESS,[Vd]:i.LEQUAL,[ng]:i.EQUAL,[Hd]:i.GEQUAL,[ig]:i.GREATER,[sg]:i.NOTEQUAL};function re(P,b){if(b.type===Vi&&t.has("OES_texture_float_linear")===!1&&(b.magFilter===jn||b.magFilter===Yc||b.magFilter===el||b.magFilter===Ls||b.minFilter===jn||b.minFilter===Yc||b.minFilter===el||b.minFilter===Ls)&&ee("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(P,i.TEXTURE_WRAP_S,Ht[b.wrapS]),i.texParameteri(P,i.TEXTURE_WRAP_T,Ht[b.wrapT]),(P===i.TEXTURE_3D||P===i.TEXTURE_2D_ARRAY)&&i.texParameteri(P,i.TEXTURE_WRAP_R,Ht[b.wrapR]),i.texParameteri(P,i.TEXTURE_MAG_FILTER,se[b.magFilter]),i.texParameteri(P,i.TEXTURE_MIN_FILTER,se[b.minFilter]),b.compareFunction&&(i.texParameteri(P,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(P,i.TEXTURE_COMPARE_FUNC,Jt[b.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(b.magFilter===Rn||b.minFilter!==el&&b.minFilter!==Ls||b.type===Vi&&t.has("OES_texture_float_linear")===!1)return;if(b.anisotropy>1||n.get(b).__currentAnisotropy){let X=t.get("EXT_texture_filter_anisotropic");i.texParameterf(P,X.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(b.anisotropy,s.getMaxAnisotropy())),n.get(b).__currentAnisotropy=b.anisotropy}}}function ie(P,b){let X=!1;P.__webglInit===void 0&&(P.__webglInit=!0,b.addEventListener("dispose",D),O(b));let dt=b.source,at=f.get(dt);at===void 0&&(at={},f.set(dt,at));let Mt=tt(b);if(Mt!==P.__cacheKey){at[Mt]===void 0&&(at[Mt]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,X=!0),at[Mt].usedTimes++;let Tt=at[P.__cacheKey];Tt!==void 0&&(at[P.__cacheKey].usedTimes--,Tt.usedTimes===0&&V(b)),P.__cacheKey=Mt,P.__webglTexture=at[Mt].texture}return X}function ot(P,b,X){return Math.floor(Math.floor(P/X)/b)}function vt(P,b,X,dt){let Mt=P.updateRanges;if(Mt.length===0)e.texSubImage2D(i.TEXTURE_2D,0,0,0,b.width,b.height,X,dt,b.data);else{Mt.sort((B,rt)=>B.start-rt.start);let Tt=0;for(let B=1;B<Mt.length;B++){let rt=Mt[Tt],it=Mt[B],Ct=rt.start+rt.count,St=ot(it.start,b.width,4),Rt=ot(rt.start,b.width,4);it.start<=Ct+1&&St===Rt&&ot(it.start+it.count-1,b.width,4)===St?rt.count=Math.max(rt.count,it.start+it.count-rt.start):(++Tt,Mt[Tt]=it)}Mt.length=Tt+1;let nt=e.getParameter(i.UNPACK_ROW_LENGTH),st=e.getParameter(i.UNPACK_SKIP_PIXELS),gt=e.getParameter(i.UNPACK_SKIP_ROWS);e.pixelStorei(i.UNPACK_ROW_LENGTH,b.width);for(let B=0,rt=Mt.length;B<rt;B++){let it=Mt[B],Ct=Math.floor(it.start/4),St=Math.ceil(it.count/4),Rt=Ct%b.width,jt=Math.floor(Ct/b.width),le=St,ut=1;e.pixelStorei(i.UNPACK_SKIP_PIXELS,Rt),e.pixelStorei(i.UNPACK_SKIP_ROWS,jt),e.texSubImage2D(i.TEXTURE_2D,0,Rt,jt,le,ut,X,dt,b.data)}P.clearUpdateRanges(),e.pixelStorei(i.UNPACK_ROW_LENGTH,nt),e.pixelStorei(i.UNPACK_SKIP_PIXELS,st),e.pixelStorei(i.UNPACK_SKIP_ROWS,gt)}}function xt(P,b,X){let dt=i.TEXTURE_2D;(b.isDataArrayTexture||b.isCompressedArrayTexture)&&(dt=i.TEXTURE_2D_ARRAY),b.isData3DTexture&&(dt=i.TEXTURE_3D);let at=ie(P,b),Mt=b.source;e.bindTexture(dt,P.__webglTexture,i.TEXTURE0+X);let Tt=n.get(Mt);if(Mt.version!==Tt.__version||at===!0){if(e.activeTexture(i.TEXTURE0+X),(typeof ImageBitmap<"u"&&b.image instanceof ImageBitmap)===!1){let ut=Re.getPrimaries(Re.workingColorSpace),qt=b.colorSpace===Ns?null:Re.getPrimaries(b.colorSpace),ce=b.colorSpace===Ns||ut===qt?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,b.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,b.premultiplyAlpha),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,ce)}e.pixelStorei(i.UNPACK_ALIGNMENT,b.unpackAlignment);let st=v(b.image,!1,s.maxTextureSize);st=$t(b,st);let gt=r.convert(b.format,b.colorSpace),B=r.convert(b.type),rt=A(b.internalFormat,gt,B,b.normalized,b.colorSpace,b.isVideoTexture);re(dt,b);let it,Ct=b.mipmaps,St=b.isVideoTexture!==!0,Rt=Tt.__version===void 0||at===!0,jt=Mt.dataReady,le=T(b,st);if(b.isDepthTexture)rt=y(b.format===Ds,b.type),Rt&&(St?e.texStorage2D(i.TEXTURE_2D,1,rt,st.width,st.height):e.texImage2D(i.TEXTURE_2D,0,rt,st.width,st.height,0,gt,B,null));else if(b.isDataTexture)if(Ct.length>0){St&&Rt&&e.texStorage2D(i.TEXTURE_2D,le,rt,Ct[0].width,Ct[0].height);for(let ut=0,qt=Ct.length;ut<qt;ut++)it=Ct[ut],St?jt&&e.texSubImage2D(i.TEXTURE_2D,ut,0,0,it.width,it.height,gt,B,it.data):e.texImage2D(i.TEXTURE_2D,ut,rt,it.width,it.height,0,gt,B,it.data);b.generateMipmaps=!1}else St?(Rt&&e.texStorage2D(i.TEXTURE_2D,le,rt,st.width,st.height),jt&&vt(b,st,gt,B)):e.texImage2D(i.TEXTURE_2D,0,rt,st.width,st.height,0,gt,B,st.data);else if(b.isCompressedTexture)if(b.isCompressedArrayTexture){St&&Rt&&e.texStorage3D(i.TEXTURE_2D_ARRAY,le,rt,Ct[0].width,Ct[0].height,st.depth);for(let ut=0,qt=Ct.length;ut<qt;ut++)if(it=Ct[ut],b.format!==Gi)if(gt!==null)if(St){if(jt)if(b.layerUpdates.size>0){let ce=ef(it.width,it.height,b.format,b.type);for(let Nt of b.layerUpdates){let ye=it.data.subarray(Nt*ce/it.data.BYTES_PER_ELEMENT,(Nt+1)*ce/it.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ut,0,0,Nt,it.width,it.height,1,gt,ye)}}else e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ut,0,0,0,it.width,it.height,st.depth,gt,it.data)}else e.compressedTexImage3D(i.TEXTURE_2D_ARRAY,ut,rt,it.width,it.height,st.depth,0,it.data,0,0);else ee("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else St?jt&&e.texSubImage3D(i.TEXTURE_2D_ARRAY,ut,0,0,0,it.width,it.height,st.depth,gt,B,it.data):e.texImage3D(i.TEXTURE_2D_ARRAY,ut,rt,it.width,it.height,st.depth,0,gt,B,it.data);b.layerUpdates.size>0&&b.clearLayerUpdates()}else{St&&Rt&&e.texStorage2D(i.TEXTURE_2D,le,rt,Ct[0].width,Ct[0].height);for(let ut=0,qt=Ct.length;ut<qt;ut++)it=Ct[ut],b.format!==Gi?gt!==null?St?jt&&e.compressedTexSubImage2D(i.TEXTURE_2D,ut,0,0,it.width,it.height,gt,it.data):e.compressedTexImage2D(i.TEXTURE_2D,ut,rt,it.width,it.height,0,it.data):ee("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):St?jt&&e.texSubImage2D(i.TEXTURE_2D,ut,0,0,it.width,it.height,gt,B,it.data):e.texImage2D(i.TEXTURE_2D,ut,rt,it.width,it.height,0,gt,B,it.data)}else if(b.isDataArrayTexture)if(St){if(Rt&&e.texStorage3D(i.TEXTURE_2D_ARRAY,le,rt,st.width,st.height,st.depth),jt)if(b.layerUpdates.size>0){let ut=ef(st.width,st.height,b.format,b.type);for(let qt of b.layerUpdates){let ce=st.data.subarray(qt*ut/st.data.BYTES_PER_ELEMENT,(qt+1)*ut/st.data.BYTES_PER_ELEMENT);e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,qt,st.width,st.height,1,gt,B,ce)}b.clearLayerUpdates()}else e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,st.width,st.height,st.depth,gt,B,st.data)}else e.texImage3D(i.TEXTURE_2D_ARRAY,0,rt,st.width,st.height,st.depth,0,gt,B,st.data);else if(b.isData3DTexture)St?(Rt&&e.texStorage3D(i.TEXTURE_3D,le,rt,st.width,st.height,st.depth),jt&&e.texSubImage3D(i.TEXTURE_3D,0,0,0,0,st.width,st.height,st.depth,gt,B,st.data)):e.texImage3D(i.TEXTURE_3D,0,rt,st.width,st.height,st.depth,0,gt,B,st.data);else if(b.isFramebufferTexture){if(Rt)if(St)e.texStorage2D(i.TEXTURE_2D,le,rt,st.width,st.height);else{let ut=st.width,qt=st.height;for(let ce=0;ce<le;ce++)e.texImage2D(i.TEXTURE_2D,ce,rt,ut,qt,0,gt,B,null),ut>>=1,qt>>=1}}else if(b.isHTMLTexture){if("texElementImage2D"in i){let ut=i.canvas;if(ut.hasAttribute("layoutsubtree")||ut.setAttribute("layoutsubtree","true"),st.parentNode!==ut){ut.appendChild(st),u.add(b),ut.onpaint=qt=>{let ce=qt.changedElements;for(let Nt of u)ce.includes(Nt.image)&&(Nt.needsUpdate=!0)},ut.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,st);else{let ce=i.RGBA,Nt=i.RGBA,ye=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,ce,Nt,ye,st)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(Ct.length>0){if(St&&Rt){let ut=te(Ct[0]);e.texStorage2D(i.TEXTURE_2D,le,rt,ut.width,ut.height)}for(let ut=0,qt=Ct.length;ut<qt;ut++)it=Ct[ut],St?jt&&e.texSubImage2D(i.TEXTURE_2D,ut,0,0,gt,B,it):e.texImage2D(i.TEXTURE_2D,ut,rt,gt,B,it);b.generateMipmaps=!1}else if(St){if(Rt){let ut=te(st);e.texStorage2D(i.TEXTURE_2D,le,rt,ut.width,ut.height)}jt&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,gt,B,st)}else e.texImage2D(i.TEXTURE_2D,0,rt,gt,B,st);w(b)&&b.mipmapsAutoUpdate===!0&&S(dt),Tt.__version=Mt.version,b.onUpdate&&b.onUpdate(b)}P.__version=b.version}function Bt(P,b,X){if(b.image.length!==6)return;let dt=ie(P,b),at=b.source;e.bindTexture(i.TEXTURE_CUBE_MAP,P.__webglTexture,i.TEXTURE0+X);let Mt=n.get(at);if(at.version!==Mt.__version||dt===!0){e.activeTexture(i.TEXTURE0+X);let Tt=Re.getPrimaries(Re.workingColorSpace),nt=b.colorSpace===Ns?null:Re.getPrimaries(b.colorSpace),st=b.colorSpace===Ns||Tt===nt?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,b.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,b.premultiplyAlpha),e.pixelStorei(i.UNPACK_ALIGNMENT,b.unpackAlignment),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,st);let gt=b.isCompressedTexture||b.image[0].isCompressedTexture,B=b.image[0]&&b.image[0].isDataTexture,rt=[];for(let Nt=0;Nt<6;Nt++)!gt&&!B?rt[Nt]=v(b.image[Nt],!0,s.maxCubemapSize):rt[Nt]=B?b.image[Nt].image:b.image[Nt],rt[Nt]=$t(b,rt[Nt]);let it=rt[0],Ct=r.convert(b.format,b.colorSpace),St=r.convert(b.type),Rt=A(b.internalFormat,Ct,St,b.normalized,b.colorSpace),jt=b.isVideoTexture!==!0,le=Mt.__version===void 0||dt===!0,ut=at.dataReady,qt=T(b,it);re(i.TEXTURE_CUBE_MAP,b);let ce;if(b.isDepthTexture){if(Rt=y(b.format===Ds,b.type),le)if(jt)e.texStorage2D(i.TEXTURE_CUBE_MAP,1,Rt,it.width,it.height);else for(let Nt=0;Nt<6;Nt++)e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,Rt,it.width,it.height,0,Ct,St,null)}else if(gt){jt&&le&&e.texStorage2D(i.TEXTURE_CUBE_MAP,qt,Rt,it.width,it.height);for(let Nt=0;Nt<6;Nt++){ce=rt[Nt].mipmaps;for(let ye=0;ye<ce.length;ye++){let Ye=ce[ye];b.format!==Gi?Ct!==null?jt?ut&&e.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye,0,0,Ye.width,Ye.height,Ct,Ye.data):e.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye,Rt,Ye.width,Ye.height,0,Ye.data):ee("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):jt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye,0,0,Ye.width,Ye.height,Ct,St,Ye.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye,Rt,Ye.width,Ye.height,0,Ct,St,Ye.data)}}}else{if(ce=b.mipmaps,jt&&le){ce.length>0&&qt++;let Nt=te(rt[0]);e.texStorage2D(i.TEXTURE_CUBE_MAP,qt,Rt,Nt.width,Nt.height)}for(let Nt=0;Nt<6;Nt++)if(B){jt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,0,0,rt[Nt].width,rt[Nt].height,Ct,St,rt[Nt].data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,Rt,rt[Nt].width,rt[Nt].height,0,Ct,St,rt[Nt].data);for(let ye=0;ye<ce.length;ye++){let Wn=ce[ye].image[Nt].image;jt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye+1,0,0,Wn.width,Wn.height,Ct,St,Wn.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye+1,Rt,Wn.width,Wn.height,0,Ct,St,Wn.data)}}else{jt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,0,0,Ct,St,rt[Nt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,Rt,Ct,St,rt[Nt]);for(let ye=0;ye<ce.length;ye++){let Ye=ce[ye];jt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye+1,0,0,Ct,St,Ye.image[Nt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye+1,Rt,Ct,St,Ye.image[Nt])}}}w(b)&&b.mipmapsAutoUpdate===!0&&S(i.TEXTURE_CUBE_MAP),Mt.__version=at.version,b.onUpdate&&b.onUpdate(b)}P.__version=b.version}function Dt(P,b,X,dt,at,Mt){let Tt=r.convert(X.format,X.colorSpace),nt=r.convert(X.type),st=A(X.internalFormat,Tt,nt,X.normalized,X.colorSpace),gt=n.get(b),B=n.get(X);if(B.__renderTarget=b,!gt.__hasExternalTextures){let rt=Math.max(1,b.width>>Mt),it=Math.max(1,b.height>>Mt);at===i.TEXTURE_3D||at===i.TEXTURE_2D_ARRAY?e.texImage3D(at,Mt,st,rt,it,b.depth,0,Tt,nt,null):e.texImage2D(at,Mt,st,rt,it,0,Tt,nt,null)}e.bindFramebuffer(i.FRAMEBUFFER,P),Et(b)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,dt,at,B.__webglTexture,0,he(b)):(at===i.TEXTURE_2D||at>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&at<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,dt,at,B.__webglTexture,Mt),e.bindFramebuffer(i.FRAMEBUFFER,null)}function ne(P,b,X){if(i.bindRenderbuffer(i.RENDERBUFFER,P),b.depthBuffer){let dt=b.depthTexture,at=dt&&dt.isDepthTexture?dt.type:null,Mt=y(b.stencilBuffer,at),Tt=b.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;Et(b)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,he(b),Mt,b.width,b.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,he(b),Mt,b.width,b.height):i.renderbufferStorage(i.RENDERBUFFER,Mt,b.width,b.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,Tt,i.RENDERBUFFER,P)}else{let dt=b.textures;for(let at=0;at<dt.length;at++){let Mt=dt[at],Tt=r.convert(Mt.format,Mt.colorSpace),nt=r.convert(Mt.type),st=A(Mt.internalFormat,Tt,nt,Mt.normalized,Mt.colorSpace);Et(b)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,he(b),st,b.width,b.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,he(b),st,b.width,b.height):i.renderbufferStorage(i.RENDERBUFFER,st,b.width,b.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function kt(P,b,X){let dt=b.isWebGLCubeRenderTarget===!0;if(e.bindFramebuffer(i.FRAMEBUFFER,P),!(b.depthTexture&&b.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let at=n.get(b.depthTexture);at.__renderTarget=b;let Mt=dt?b.depthTexture.image[0]:b.depthTexture.image;(!at.__webglTexture||Mt.width!==b.width||Mt.height!==b.height)&&(Mt.width=b.width,Mt.height=b.height,b.depthTexture.needsUpdate=!0),dt?wt(b.depthTexture,0):_t(b.depthTexture,0);let Tt=at.__webglTexture,nt=he(b),st=dt?i.TEXTURE_CUBE_MAP_POSITIVE_X+X:i.TEXTURE_2D,gt=b.depthTexture.format===Ds?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(b.depthTexture.format===As)Et(b)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,gt,st,Tt,0,nt):i.framebufferTexture2D(i.FRAMEBUFFER,gt,st,Tt,0);else if(b.depthTexture.format===Ds)Et(b)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,gt,st,Tt,0,nt):i.framebufferTexture2D(i.FRAMEBUFFER,gt,st,Tt,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function _e(P){let b=n.get(P),X=P.isWebGLCubeRenderTarget===!0;if(b.__boundDepthTexture!==P.depthTexture){let dt=P.depthTexture;if(b.__depthDisposeCallback&&b.__depthDisposeCallback(),dt){let at=()=>{delete b.__boundDepthTexture,delete b.__depthDisposeCallback,dt.removeEventListener("dispose",at)};dt.addEventListener("dispose",at),b.__depthDisposeCallback=at}b.__boundDepthTexture=dt}if(P.depthTexture&&!b.__autoAllocateDepthBuffer)if(X)for(let dt=0;dt<6;dt++)kt(b.__webglFramebuffer[dt],P,dt);else P.texture.mipmaps.length>0?kt(b.__webglFramebuffer[0],P,0):kt(b.__webglFramebuffer,P,0);else if(X){b.__webglDepthbuffer=[];for(let dt=0;dt<6;dt++)if(e.bindFramebuffer(i.FRAMEBUFFER,b.__webglFramebuffer[dt]),b.__webglDepthbuffer[dt]===void 0)b.__webglDepthbuffer[dt]=i.createRenderbuffer(),ne(b.__webglDepthbuffer[dt],P,!1);else{let at=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Mt=b.__webglDepthbuffer[dt];i.bindRenderbuffer(i.RENDERBUFFER,Mt),i.framebufferRenderbuffer(i.FRAMEBUFFER,at,i.RENDERBUFFER,Mt)}}else if(P.texture.mipmaps.length>0?e.bindFramebuffer(i.FRAMEBUFFER,b.__webglFramebuffer[0]):e.bindFramebuffer(i.FRAMEBUFFER,b.__webglFramebuffer),b.__webglDepthbuffer===void 0)b.__webglDepthbuffer=i.createRenderbuffer(),ne(b.__webglDepthbuffer,P,!1);else{let at=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Mt=b.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,Mt),i.framebufferRenderbuffer(i.FRAMEBUFFER,at,i.RENDERBUFFER,Mt)}e.bindFramebuffer(i.FRAMEBUFFER,null)}function fe(P,b,X){let dt=n.get(P);b!==void 0&&Dt(dt.__webglFramebuffer,P,P.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),X!==void 0&&_e(P)}function ve(P){let b=P.texture,X=n.get(P),dt=n.get(b);P.addEventListener("dispose",z),O(P);let at=P.textures,Mt=P.isWebGLCubeRenderTarget===!0,Tt=at.length>1;if(Tt||(dt.__webglTexture===void 0&&(dt.__webglTexture=i.createTexture()),dt.__version=b.version,o.memory.textures++),Mt){X.__webglFramebuffer=[];for(let nt=0;nt<6;nt++)if(b.mipmaps.length>0){X.__webglFramebuffer[nt]=[];for(let st=0;st<b.mipmaps.length;st++)X.__webglFramebuffer[nt][st]=i.createFramebuffer()}else X.__webglFramebuffer[nt]=i.createFramebuffer()}else{if(b.mipmaps.length>0){X.__webglFramebuffer=[];for(let nt=0;nt<b.mipmaps.length;nt++)X.__webglFramebuffer[nt]=i.createFramebuffer()}else X.__webglFramebuffer=i.createFramebuffer();if(Tt)for(let nt=0,st=at.length;nt<st;nt++){let gt=n.get(at[nt]);gt.__webglTexture===void 0&&(gt.__webglTexture=i.createTexture(),o.memory.textures++)}if(P.samples>0&&Et(P)===!1){X.__webglMultisampledFramebuffer=i.createFramebuffer(),X.__webglColorRenderbuffer=[],e.bindFramebuffer(i.FRAMEBUFFER,X.__webglMultisampledFramebuffer);for(let nt=0;nt<at.length;nt++){let st=at[nt];X.__webglColorRenderbuffer[nt]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,X.__webglColorRenderbuffer[nt]);let gt=r.convert(st.format,st.colorSpace),B=r.convert(st.type),rt=A(st.internalFormat,gt,B,st.normalized,st.colorSpace,P.isXRRenderTarget===!0),it=he(P);i.renderbufferStorageMultisample(i.RENDERBUFFER,it,rt,P.width,P.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+nt,i.RENDERBUFFER,X.__webglColorRenderbuffer[nt])}i.bindRenderbuffer(i.RENDERBUFFER,null),P.depthBuffer&&(X.__webglDepthRenderbuffer=i.createRenderbuffer(),ne(X.__webglDepthRenderbuffer,P,!0)),e.bindFramebuffer(i.FRAMEBUFFER,null)}}if(Mt){e.bindTexture(i.TEXTURE_CUBE_MAP,dt.__webglTexture),re(i.TEXTURE_CUBE_MAP,b);for(let nt=0;nt<6;nt++)if(b.mipmaps.length>0)for(let st=0;st<b.mipmaps.length;st++)Dt(X.__webglFramebuffer[nt][st],P,b,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+nt,st);else Dt(X.__webglFramebuffer[nt],P,b,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+nt,0);w(b)?S(i.TEXTURE_CUBE_MAP):b.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,b.mipmaps.length-1),e.unbindTexture()}else if(Tt){for(let nt=0,st=at.length;nt<st;nt++){let gt=at[nt],B=n.get(gt),rt=i.TEXTURE_2D;(P.isWebGL3DRenderTarget||P.isWebGLArrayRenderTarget)&&(rt=P.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(rt,B.__webglTexture),re(rt,gt),Dt(X.__webglFramebuffer,P,gt,i.COLOR_ATTACHMENT0+nt,rt,0),w(gt)&&S(rt)}e.unbindTexture()}else{let nt=i.TEXTURE_2D;if((P.isWebGL3DRenderTarget||P.isWebGLArrayRenderTarget)&&(nt=P.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(nt,dt.__webglTexture),re(nt,b),b.mipmaps.length>0)for(let st=0;st<b.mipmaps.length;st++)Dt(X.__webglFramebuffer[st],P,b,i.COLOR_ATTACHMENT0,nt,st);else Dt(X.__webglFramebuffer,P,b,i.COLOR_ATTACHMENT0,nt,0);w(b)?S(nt):b.mipmaps.length>0&&i.texParameteri(nt,i.TEXTURE_MAX_LEVEL,b.mipmaps.length-1),e.unbindTexture()}P.depthBuffer&&_e(P)}function F(P){let b=P.textures;for(let X=0,dt=b.length;X<dt;X++){let at=b[X];if(w(at)&&at.mipmapsAutoUpdate===!0){let Mt=C(P),Tt=n.get(at).__webglTexture;e.bindTexture(Mt,Tt),S(Mt),e.unbindTexture()}}}let bt=[];function Xt(P){if(P.samples>0){if(Et(P)===!1){let b=P.textures,X=P.width,dt=P.height,at=i.COLOR_BUFFER_BIT,Mt=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Tt=n.get(P),nt=b.length>1;if(nt)for(let gt=0;gt<b.length;gt++)e.bindFramebuffer(i.FRAMEBUFFER,Tt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.RENDERBUFFER,null),e.bindFramebuffer(i.FRAMEBUFFER,Tt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.TEXTURE_2D,null,0);e.bindFramebuffer(i.READ_FRAMEBUFFER,Tt.__webglMultisampledFramebuffer),P.texture.mipmaps.length>0?e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Tt.__webglFramebuffer[0]):e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Tt.__webglFramebuffer);for(let gt=0;gt<b.length;gt++){if(P.resolveDepthBuffer&&(P.depthBuffer&&(at|=i.DEPTH_BUFFER_BIT),P.stencilBuffer&&P.resolveStencilBuffer&&(at|=i.STENCIL_BUFFER_BIT)),nt){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,Tt.__webglColorRenderbuffer[gt]);let B=n.get(b[gt]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,B,0)}i.blitFramebuffer(0,0,X,dt,0,0,X,dt,at,i.NEAREST),l===!0&&(bt.length=0,bt.push(i.COLOR_ATTACHMENT0+gt),P.depthBuffer&&P.storeMultisampledDepthBuffer===!1&&bt.push(Mt),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,bt))}if(e.bindFramebuffer(i.READ_FRAMEBUFFER,null),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),nt)for(let gt=0;gt<b.length;gt++){e.bindFramebuffer(i.FRAMEBUFFER,Tt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.RENDERBUFFER,Tt.__webglColorRenderbuffer[gt]);let B=n.get(b[gt]).__webglTexture;e.bindFramebuffer(i.FRAMEBUFFER,Tt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.TEXTURE_2D,B,0)}e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Tt.__webglMultisampledFramebuffer)}else if(P.depthBuffer&&P.storeMultisampledDepthBuffer===!1&&l){let b=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[b])}}}function he(P){return Math.min(s.maxSamples,P.samples)}function Et(P){let b=n.get(P);return P.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&b.__useRenderToTexture!==!1}function Fe(P){let b=o.render.frame;h.get(P)!==b&&(h.set(P,b),P.update())}function $t(P,b){let X=P.colorSpace,dt=P.format,at=P.type;return P.isCompressedTexture===!0||P.isVideoTexture===!0||X!==va&&X!==Ns&&(Re.getTransfer(X)===Oe?(dt!==Gi||at!==si)&&ee("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):ae("WebGLTextures: Unsupported texture color space:",X)),b}function te(P){return typeof HTMLImageElement<"u"&&P instanceof HTMLImageElement?(c.width=P.naturalWidth||P.width,c.height=P.naturalHeight||P.height):typeof VideoFrame<"u"&&P instanceof VideoFrame?(c.width=P.displayWidth,c.height=P.displayHeight):(c.width=P.width,c.height=P.height),c}this.allocateTextureUnit=ht,this.resetTextureUnits=Q,this.getTextureUnits=et,this.setTextureUnits=ft,this.setTexture2D=_t,this.setTexture2DArray=yt,this.setTexture3D=Lt,this.setTextureCube=wt,this.rebindTextures=fe,this.setupRenderTarget=ve,this.updateRenderTargetMipmap=F,this.updateMultisampleRenderTarget=Xt,this.setupDepthRenderbuffer=_e,this.setupFrameBufferTexture=Dt,this.useMultisampledRTT=Et,this.dispose=H}function Cw(i,t){function e(n,s=Ns){let r,o=Re.getTransfer(s);if(n===si)return i.UNSIGNED_BYTE;if(n===Zc)return i.UNSIGNED_SHORT_4_4_4_4;if(n===Jc)return i.UNSIGNED_SHORT_5_5_5_1;if(n===Fd)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===Od)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===Nd)return i.BYTE;if(n===Ud)return i.SHORT;if(n===No)return i.UNSIGNED_SHORT;if(n===$c)return i.INT;if(n===zi)return i.UNSIGNED_INT;if(n===Vi)return i.FLOAT;if(n===Hi)return i.HALF_FLOAT;if(n===Bd)return i.ALPHA;if(n===kd)return i.RGB;if(n===Gi)return i.RGBA;if(n===As)return i.DEPTH_COMPONENT;if(n===Ds)return i.DEPTH_STENCIL;if(n===zd)return i.RED;if(n===Kc)return i.RED_INTEGER;if(n===ar)return i.RG;if(n===jc)return i.RG_INTEGER;if(n===Qc)return i.RGBA_INTEGER;if(n===nl||n===il||n===sl||n===rl)if(o===Oe)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===nl)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===il)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===sl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===rl)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===nl)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===il)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===sl)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===rl)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===th||n===eh||n===nh||n===ih)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===th)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===eh)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===nh)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===ih)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===sh||n===rh||n===oh||n===ah||n===lh||n===ol||n===ch)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(n===sh||n===rh)return o===Oe?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===oh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===ah)return r.COMPRESSED_R11_EAC;if(n===lh)return r.COMPRESSED_SIGNED_R11_EAC;if(n===ol)return r.COMPRESSED_RG11_EAC;if(n===ch)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===hh||n===uh||n===dh||n===fh||n===ph||n===mh||n===gh||n===_h||n===xh||n===yh||n===vh||n===Sh||n===bh||n===Mh)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===hh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===uh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===dh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===fh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===ph)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===mh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===gh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===_h)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===xh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===yh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===vh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===Sh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===bh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===Mh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===wh||n===Eh||n===Th)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===wh)return o===Oe?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===Eh)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===Th)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===Ah||n===Rh||n===al||n===Ch)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===Ah)return r.COMPRESSED_RED_RGTC1_EXT;if(n===Rh)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===al)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===Ch)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===Lr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:e}}var Pw=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,Iw=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,gf=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){let n=new Ca(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=n}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,n=new Ai({vertexShader:Pw,fragmentShader:Iw,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new je(new Er(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},_f=class extends Oi{constructor(t,e){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,d=null,f=null,p=null,_=typeof XRWebGLBinding<"u",m=new gf,g={},v=e.getContextAttributes(),w=null,S=null,C=[],A=[],y=new pt,T=null,O=null,L=new Kn;L.viewport=new Be;let D=new Kn;D.viewport=new Be;let z=[L,D],G=new Gc,N=null,H=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(tt){let _t=C[tt];return _t===void 0&&(_t=new Eo,C[tt]=_t),_t.getTargetRaySpace()},this.getControllerGrip=function(tt){let _t=C[tt];return _t===void 0&&(_t=new Eo,C[tt]=_t),_t.getGripSpace()},this.getHand=function(tt){let _t=C[tt];return _t===void 0&&(_t=new Eo,C[tt]=_t),_t.getHandSpace()};function q(tt){let _t=A.indexOf(tt.inputSource);if(_t===-1)return;let yt=C[_t];yt!==void 0&&(yt.update(tt.inputSource,tt.frame,c||o),yt.dispatchEvent({type:tt.type,data:tt.inputSource}))}function V(){s.removeEventListener("select",q),s.removeEventListener("selectstart",q),s.removeEventListener("selectend",q),s.removeEventListener("squeeze",q),s.removeEventListener("squeezestart",q),s.removeEventListener("squeezeend",q),s.removeEventListener("end",V),s.removeEventListener("inputsourceschange",ct);for(let tt=0;tt<C.length;tt++){let _t=A[tt];_t!==null&&(A[tt]=null,C[tt].disconnect(_t))}N=null,H=null,m.reset();for(let tt in g)delete g[tt];if(t.setRenderTarget(w),f=null,d=null,u=null,s=null,S=null,ht.stop(),n.isPresenting=!1,t.setPixelRatio(T),t.setSize(y.width,y.height,!1),O!==null){let tt=O.camera;tt.fov=O.fov,tt.zoom=O.zoom,tt.updateProjectionMatrix(),O=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(tt){r=tt,n.isPresenting===!0&&ee("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(tt){a=tt,n.isPresenting===!0&&ee("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(tt){c=tt},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return u===null&&_&&(u=new XRWebGLBinding(s,e)),u},this.getFrame=function(){return p},this.getSession=function(){return s},this.setSession=async function(tt){if(s=tt,s!==null){if(w=t.getRenderTarget(),s.addEventListener("select",q),s.addEventListener("selectstart",q),s.addEventListener("selectend",q),s.addEventListener("squeeze",q),s.addEventListener("squeezestart",q),s.addEventListener("squeezeend",q),s.addEventListener("end",V),s.addEventListener("inputsourceschange",ct),v.xrCompatible!==!0&&await e.makeXRCompatible(),T=t.getPixelRatio(),t.getSize(y),_&&"createProjectionLayer"in XRWebGLBinding.prototype){let yt=null,Lt=null,wt=null;v.depth&&(wt=v.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,yt=v.stencil?Ds:As,Lt=v.stencil?Lr:zi);let Ht={colorFormat:e.RGBA8,depthFormat:wt,scaleFactor:r};u=this.getBinding(),d=u.createProjectionLayer(Ht),s.updateRenderState({layers:[d]}),t.setPixelRatio(1),t.setSize(d.textureWidth,d.textureHeight,!1),S=new _i(d.textureWidth,d.textureHeight,{format:Gi,type:si,depthTexture:new Cs(d.textureWidth,d.textureHeight,Lt,void 0,void 0,void 0,void 0,void 0,void 0,yt),stencilBuffer:v.stencil,colorSpace:t.outputColorSpace,samples:v.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let yt={antialias:v.antialias,alpha:!0,depth:v.depth,stencil:v.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(s,e,yt),s.updateRenderState({baseLayer:f}),t.setPixelRatio(1),t.setSize(f.framebufferWidth,f.framebufferHeight,!1),S=new _i(f.framebufferWidth,f.framebufferHeight,{format:Gi,type:si,colorSpace:t.outputColorSpace,stencilBuffer:v.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}S.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ht.setContext(s),ht.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function ct(tt){for(let _t=0;_t<tt.removed.length;_t++){let yt=tt.removed[_t],Lt=A.indexOf(yt);Lt>=0&&(A[Lt]=null,C[Lt].disconnect(yt))}for(let _t=0;_t<tt.added.length;_t++){let yt=tt.added[_t],Lt=A.indexOf(yt);if(Lt===-1){for(let Ht=0;Ht<C.length;Ht++)if(Ht>=A.length){A.push(yt),Lt=Ht;break}else if(A[Ht]===null){A[Ht]=yt,Lt=Ht;break}if(Lt===-1)break}let wt=C[Lt];wt&&wt.connect(yt)}}function J(tt,_t){_t===null?tt.matrixWorld.copy(tt.matrix):tt.matrixWorld.multiplyMatrices(_t.matrixWorld,tt.matrix),tt.matrixWorldInverse.copy(tt.matrixWorld).invert()}this.updateCamera=function(tt){if(s===null)return;let _t=tt.near,yt=tt.far;m.texture!==null&&(m.depthNear>0&&(_t=m.depthNear),m.depthFar>0&&(yt=m.depthFar)),G.near=D.near=L.near=_t,G.far=D.far=L.far=yt,(N!==G.near||H!==G.far)&&(s.updateRenderState({depthNear:G.near,depthFar:G.far}),N=G.near,H=G.far),G.layers.mask=tt.layers.mask|6,L.layers.mask=G.layers.mask&-5,D.layers.mask=G.layers.mask&-3;let Lt=tt.parent,wt=G.cameras;J(G,Lt);for(let Ht=0;Ht<wt.length;Ht++)J(wt[Ht],Lt);G.projectionMatrix.copy(L.projectionMatrix),G.projectionMatrixInverse.copy(L.projectionMatrixInverse),O===null&&tt.isPerspectiveCamera&&(O={camera:tt,fov:tt.fov,zoom:tt.zoom}),Q(tt,G,Lt)};function Q(tt,_t,yt){yt===null?tt.matrix.copy(_t.matrixWorld):(tt.matrix.copy(yt.matrixWorld),tt.matrix.invert(),tt.matrix.multiply(_t.matrixWorld)),tt.matrix.decompose(tt.position,tt.quaternion,tt.scale),tt.updateMatrixWorld(!0),tt.projectionMatrix.copy(_t.projectionMatrix),tt.projectionMatrixInverse.copy(_t.projectionMatrixInverse),tt.isPerspectiveCamera&&(tt.fov=bo*2*Math.atan(1/tt.projectionMatrix.elements[5]),tt.zoom=1)}this.getCamera=function(){return G},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function(tt){l=tt,d!==null&&(d.fixedFoveation=tt),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=tt)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(G)},this.getCameraTexture=function(tt){return g[tt]};let et=null;function ft(tt,_t){if(h=_t.getViewerPose(c||o),p=_t,h!==null){let yt=h.views;f!==null&&(t.setRenderTargetFramebuffer(S,f.framebuffer),t.setRenderTarget(S));let Lt=!1;yt.length!==G.cameras.length&&(G.cameras.length=0,Lt=!0);for(let Jt=0;Jt<yt.length;Jt++){let re=yt[Jt],ie=null;if(f!==null)ie=f.getViewport(re);else{let vt=u.getViewSubImage(d,re);ie=vt.viewport,Jt===0&&(t.setRenderTargetTextures(S,vt.colorTexture,vt.depthStencilTexture),t.setRenderTarget(S))}let ot=z[Jt];ot===void 0&&(ot=new Kn,ot.layers.enable(Jt),ot.viewport=new Be,z[Jt]=ot),ot.matrix.fromArray(re.transform.matrix),ot.matrix.decompose(ot.position,ot.quaternion,ot.scale),ot.projectionMatrix.fromArray(re.projectionMatrix),ot.projectionMatrixInverse.copy(ot.projectionMatrix).invert(),ot.viewport.set(ie.x,ie.y,ie.width,ie.height),Jt===0&&(G.matrix.copy(ot.matrix),G.matrix.decompose(G.position,G.quaternion,G.scale)),Lt===!0&&G.cameras.push(ot)}let wt=s.enabledFeatures;if(wt&&wt.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&_){u=n.getBinding();let Jt=u.getDepthInformation(yt[0]);Jt&&Jt.isValid&&Jt.texture&&m.init(Jt,s.renderState)}if(wt&&wt.includes("camera-access")&&_){t.state.unbindTexture(),u=n.getBinding();for(let Jt=0;Jt<yt.length;Jt++){let re=yt[Jt].camera;if(re){let ie=g[re];ie||(ie=new Ca,g[re]=ie);let ot=u.getCameraImage(re);ie.sourceTexture=ot}}}}for(let yt=0;yt<C.length;yt++){let Lt=A[yt],wt=C[yt];Lt!==null&&wt!==void 0&&wt.update(Lt,_t,c||o)}et&&et(tt,_t),_t.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:_t}),p=null}let ht=new Og;ht.setAnimationLoop(ft),this.setAnimationLoop=function(tt){et=tt},this.dispose=function(){}}},Lw=new Ie,Yg=new me;Yg.set(-1,0,0,0,1,0,0,0,1);function Dw(i,t){function e(m,g){m.matrixAutoUpdate===!0&&m.updateMatrix(),g.value.copy(m.matrix)}function n(m,g){g.color.getRGB(m.fogColor.value,jd(i)),g.isFog?(m.fogNear.value=g.near,m.fogFar.value=g.far):g.isFogExp2&&(m.fogDensity.value=g.density)}function s(m,g,v,w,S){g.isNodeMaterial?g.uniformsNeedUpdate=!1:g.isMeshBasicMaterial?r(m,g):g.isMeshLambertMaterial?(r(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshToonMaterial?(r(m,g),u(m,g)):g.isMeshPhongMaterial?(r(m,g),h(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshStandardMaterial?(r(m,g),d(m,g),g.isMeshPhysicalMaterial&&f(m,g,S)):g.isMeshMatcapMaterial?(r(m,g),p(m,g)):g.isMeshDepthMaterial?r(m,g):g.isMeshDistanceMaterial?(r(m,g),_(m,g)):g.isMeshNormalMaterial?r(m,g):g.isLineBasicMaterial?(o(m,g),g.isLineDashedMaterial&&a(m,g)):g.isPointsMaterial?l(m,g,v,w):g.isSpriteMaterial?c(m,g):g.isShadowMaterial?(m.color.value.copy(g.color),m.opacity.value=g.opacity):g.isShaderMaterial&&(g.uniformsNeedUpdate=!1)}function r(m,g){m.opacity.value=g.opacity,g.color&&m.diffuse.value.copy(g.color),g.emissive&&m.emissive.value.copy(g.emissive).multiplyScalar(g.emissiveIntensity),g.map&&(m.map.value=g.map,e(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.bumpMap&&(m.bumpMap.value=g.bumpMap,e(g.bumpMap,m.bumpMapTransform),m.bumpScale.value=g.bumpScale,g.side===ti&&(m.bumpScale.value*=-1)),g.normalMap&&(m.normalMap.value=g.normalMap,e(g.normalMap,m.normalMapTransform),m.normalScale.value.copy(g.normalScale),g.side===ti&&m.normalScale.value.negate()),g.displacementMap&&(m.displacementMap.value=g.displacementMap,e(g.displacementMap,m.displacementMapTransform),m.displacementScale.value=g.displacementScale,m.displacementBias.value=g.displacementBias),g.emissiveMap&&(m.emissiveMap.value=g.emissiveMap,e(g.emissiveMap,m.emissiveMapTransform)),g.specularMap&&(m.specularMap.value=g.specularMap,e(g.specularMap,m.specularMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest);let v=t.get(g),w=v.envMap,S=v.envMapRotation;w&&(m.envMap.value=w,m.envMapRotation.value.setFromMatrix4(Lw.makeRotationFromEuler(S)).transpose(),w.isCubeTexture&&w.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(Yg),m.reflectivity.value=g.reflectivity,m.ior.value=g.ior,m.refractionRatio.value=g.refractionRatio),g.lightMap&&(m.lightMap.value=g.lightMap,m.lightMapIntensity.value=g.lightMapIntensity,e(g.lightMap,m.lightMapTransform)),g.aoMap&&(m.aoMap.value=g.aoMap,m.aoMapIntensity.value=g.aoMapIntensity,e(g.aoMap,m.aoMapTransform))}function o(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,g.map&&(m.map.value=g.map,e(g.map,m.mapTransform))}function a(m,g){m.dashSize.value=g.dashSize,m.totalSize.value=g.dashSize+g.gapSize,m.scale.value=g.scale}function l(m,g,v,w){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.size.value=g.size*v,m.scale.value=w*.5,g.map&&(m.map.value=g.map,e(g.map,m.uvTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function c(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.rotation.value=g.rotation,g.map&&(m.map.value=g.map,e(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function h(m,g){m.specular.value.copy(g.specular),m.shininess.value=Math.max(g.shininess,1e-4)}function u(m,g){g.gradientMap&&(m.gradientMap.value=g.gradientMap)}function d(m,g){m.metalness.value=g.metalness,g.metalnessMap&&(m.metalnessMap.value=g.metalnessMap,e(g.metalnessMap,m.metalnessMapTransform)),m.roughness.value=g.roughness,g.roughnessMap&&(m.roughnessMap.value=g.roughnessMap,e(g.roughnessMap,m.roughnessMapTransform)),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)}function f(m,g,v){m.ior.value=g.ior,g.diffuseRoughness>0&&(m.diffuseRoughness.value=g.diffuseRoughness,g.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=g.diffuseRoughnessMap,e(g.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),g.sheen>0&&(m.sheenColor.value.copy(g.sheenColor).multiplyScalar(g.sheen),m.sheenRoughness.value=g.sheenRoughness,g.sheenColorMap&&(m.sheenColorMap.value=g.sheenColorMap,e(g.sheenColorMap,m.sheenColorMapTransform)),g.sheenRoughnessMap&&(m.sheenRoughnessMap.value=g.sheenRoughnessMap,e(g.sheenRoughnessMap,m.sheenRoughnessMapTransform))),g.clearcoat>0&&(m.clearcoat.value=g.clearcoat,m.clearcoatRoughness.value=g.clearcoatRoughness,g.clearcoatMap&&(m.clearcoatMap.value=g.clearcoatMap,e(g.clearcoatMap,m.clearcoatMapTransform)),g.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=g.clearcoatRoughnessMap,e(g.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),g.clearcoatNormalMap&&(m.clearcoatNormalMap.value=g.clearcoatNormalMap,e(g.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(g.clearcoatNormalScale),g.side===ti&&m.clearcoatNormalScale.value.negate())),g.dispersion>0&&(m.dispersion.value=g.dispersion),g.retroreflectivity>0&&(m.retroreflectivity.value=g.retroreflectivity),g.iridescence>0&&(m.iridescence.value=g.iridescence,m.iridescenceIOR.value=g.iridescenceIOR,m.iridescenceThicknessMinimum.value=g.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=g.iridescenceThicknessMaximum,g.iridescenceMap&&(m.iridescenceMap.value=g.iridescenceMap,e(g.iridescenceMap,m.iridescenceMapTransform)),g.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=g.iridescenceThicknessMap,e(g.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),g.transmission>0&&(m.transmission.value=g.transmission,m.transmissionSamplerMap.value=v.texture,m.transmissionSamplerSize.value.set(v.width,v.height),g.transmissionMap&&(m.transmissionMap.value=g.transmissionMap,e(g.transmissionMap,m.transmissionMapTransform)),m.thickness.value=g.thickness,g.thicknessMap&&(m.thicknessMap.value=g.thicknessMap,e(g.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=g.attenuationDistance,m.attenuationColor.value.copy(g.attenuationColor)),g.anisotropy>0&&(m.anisotropyVector.value.set(g.anisotropy*Math.cos(g.anisotropyRotation),g.anisotropy*Math.sin(g.anisotropyRotation)),g.anisotropyMap&&(m.anisotropyMap.value=g.anisotropyMap,e(g.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=g.specularIntensity,m.specularColor.value.copy(g.specularColor),g.specularColorMap&&(m.specularColorMap.value=g.specularColorMap,e(g.specularColorMap,m.specularColorMapTransform)),g.specularIntensityMap&&(m.specularIntensityMap.value=g.specularIntensityMap,e(g.specularIntensityMap,m.specularIntensityMapTransform))}function p(m,g){g.matcap&&(m.matcap.value=g.matcap)}function _(m,g){let v=t.get(g).light;m.referencePosition.value.setFromMatrixPosition(v.matrixWorld),m.nearDistance.value=v.shadow.camera.near,m.farDistance.value=v.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function Nw(i,t,e,n){let s={},r={};function o(v,w){let S=w.program;n.uniformBlockBinding(v,S,s[v.id])}function a(v,w){let S=s[v.id];S===void 0&&(p(v),S=l(v),s[v.id]=S,v.addEventListener("dispose",m));let C=w.program;n.updateUBOMapping(v,C);let A=t.render.frame;r[v.id]!==A&&(c(v),r[v.id]=A)}function l(v){let w=i.createBuffer(),S=v.__size,C=v.usage;return i.bindBuffer(i.UNIFORM_BUFFER,w),i.bufferData(i.UNIFORM_BUFFER,S,C),i.bindBuffer(i.UNIFORM_BUFFER,null),w}function c(v){let w=s[v.id],S=v.uniforms,C=v.__cache;i.bindBuffer(i.UNIFORM_BUFFER,w);for(let A=0,y=S.length;A<y;A++){let T=S[A];if(Array.isArray(T))for(let O=0,L=T.length;O<L;O++)h(T[O],A,O,C);else h(T,A,0,C)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(v,w,S,C){if(d(v,w,S,C)===!0){let A=v.__offset,y=v.value;if(Array.isArray(y)){let T=0;for(let O=0;O<y.length;O++){let L=y[O],D=_(L,!0);u(L,v.__data,T),T+=D.storage/Float32Array.BYTES_PER_ELEMENT}}else u(y,v.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,A,v.__data)}}function u(v,w,S){typeof v=="number"||typeof v=="boolean"?w[S]=v:v.isMatrix3?(w[S]=v.elements[0],w[S+1]=v.elements[1],w[S+2]=v.elements[2],w[S+3]=0,w[S+4]=v.elements[3],w[S+5]=v.elements[4],w[S+6]=v.elements[5],w[S+7]=0,w[S+8]=v.elements[6],w[S+9]=v.elements[7],w[S+10]=v.elements[8],w[S+11]=0):ArrayBuffer.isView(v)?w.set(v.subarray(0,w.length-S),S):v.toArray(w,S)}function d(v,w,S,C){let A=v.value,y=w+"_"+S;if(Array.isArray(A)){C[y]===void 0&&(C[y]=[]);let T=C[y],O=!1;for(let L=0;L<A.length;L++)f(A[L],T,L)===!0&&(O=!0);return O}return f(A,C,y)}function f(v,w,S){if(w[S]===void 0)return typeof v=="number"||typeof v=="boolean"?w[S]=v:ArrayBuffer.isView(v)?w[S]=v.slice():w[S]=v.clone(),!0;{let C=w[S];if(typeof v=="number"||typeof v=="boolean"){if(C!==v)return w[S]=v,!0}else{if(ArrayBuffer.isView(v))return!0;if(C.equals(v)===!1)return C.copy(v),!0}}return!1}function p(v){let w=v.uniforms,S=0,C=16;for(let y=0,T=w.length;y<T;y++){let O=Array.isArray(w[y])?w[y]:[w[y]];for(let L=0,D=O.length;L<D;L++){let z=O[L],G=Array.isArray(z.value)?z.value:[z.value],N=Array.isArray(w[y])||Array.isArray(z.value),H=S;for(let V=0,ct=G.length;V<ct;V++){let J=G[V],Q=_(J,N),et=S%C,ft=et%Q.boundary,ht=et+ft;S+=ft,ht!==0&&C-ht<Q.storage&&(S+=C-ht),V===0&&(H=S),S+=Q.storage}let q=z.type==="int"?Int32Array:z.type==="uint"?Uint32Array:Float32Array;z.__data=new q((S-H)/Float32Array.BYTES_PER_ELEMENT),z.__offset=H}}let A=S%C;return A>0&&(S+=C-A),v.__size=S,v.__cache={},this}function _(v,w){let S={boundary:0,storage:0};return typeof v=="number"||typeof v=="boolean"?(S.boundary=4,S.storage=4):v.isVector2?(S.boundary=8,S.storage=8):v.isVector3||v.isColor?(S.boundary=16,S.storage=12):v.isVector4?(S.boundary=16,S.storage=16):v.isMatrix3?(S.boundary=16,S.storage=48):v.isMatrix4?(S.boundary=16,S.storage=64):v.isTexture?ee("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(v)?(S.boundary=16,S.storage=v.byteLength):ee("WebGLRenderer: Unsupported uniform value type.",v),w===!0&&(S.boundary=16,S.storage=Math.ceil(S.storage/16)*16),S}function m(v){let w=v.target;w.removeEventListener("dispose",m),i.deleteBuffer(s[w.id]),delete s[w.id],delete r[w.id]}function g(){for(let v in s)i.deleteBuffer(s[v]);s={},r={}}return{bind:o,update:a,dispose:g}}var Uw=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),hs=null;function Fw(){return hs===null&&(hs=new xc(Uw,16,16,ar,Hi),hs.name="DFG_LUT",hs.minFilter=jn,hs.magFilter=jn,hs.wrapS=os,hs.wrapT=os,hs.generateMipmaps=!1,hs.needsUpdate=!0),hs}var Uh=class{constructor(t={}){let{canvas:e=rg(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1,outputBufferType:f=si}=t;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=n.getContextAttributes().alpha}else p=o;let _=f,m=new Set([Qc,jc,Kc]),g=new Set([si,zi,No,Lr,Zc,Jc]),v=new Uint32Array(4),w=new Int32Array(4),S={textures:[],min:[],max:[],resolution:[]},C=null,A=null,y=[],T=[],O=null;this.domElement=e,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=cs,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let L=this,D=!1,z=null,G=null,N=null,H=null;this._outputColorSpace=Jn;let q=0,V=0,ct=null,J=-1,Q=null,et=new Be,ft=new Be,ht=null,tt=new de(0),_t=0,yt=e.width,Lt=e.height,wt=1,Ht=null,se=null,Jt=new Be(0,0,yt,Lt),re=new Be(0,0,yt,Lt),ie=!1,ot=new js,vt=new yc,xt=!1,Bt=!1,Dt=new Ie,ne=new R,kt=new Be,_e={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},fe=!1;function ve(){return ct===null?wt:1}let F=n;function bt(E,k){return e.getContext(E,k)}let Xt,he,Et,Fe,$t,te,P,b,X,dt,at,Mt,Tt,nt,st,gt,B,rt,it,Ct,St,Rt,jt;try{let E={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${"187"}`),e.addEventListener("webglcontextlost",qt,!1),e.addEventListener("webglcontextrestored",ce,!1),e.addEventListener("webglcontextcreationerror",Nt,!1),F===null){let k="webgl2";if(F=bt(k,E),F===null)throw bt(k)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}le()}catch(E){throw e.removeEventListener("webglcontextlost",qt,!1),e.removeEventListener("webglcontextrestored",ce,!1),e.removeEventListener("webglcontextcreationerror",Nt,!1),ae("WebGLRenderer: "+E.message),E}function le(){Xt=new Yb(F),Xt.init(),St=new Cw(F,Xt),he=new Fb(F,Xt,t,St),Et=new Aw(F,Xt),he.reversedDepthBuffer&&d&&Et.buffers.depth.setReversed(!0),G=F.createFramebuffer(),N=F.createFramebuffer(),H=F.createFramebuffer(),Fe=new Jb(F),$t=new fw,te=new Rw(F,Xt,Et,$t,he,St,Fe),P=new qb(L),b=new jy(F),Rt=new Nb(F,b),X=new $b(F,b,Fe,Rt),dt=new jb(F,X,b,Rt,Fe),rt=new Kb(F,he,te),st=new Ob($t),at=new dw(L,P,Xt,he,Rt,st),Mt=new Dw(L,$t),Tt=new mw,nt=new Sw(Xt),B=new Db(L,P,Et,dt,p,l),gt=new Tw(L,dt,he),jt=new Nw(F,Fe,he,Et),it=new Ub(F,Xt,Fe),Ct=new Zb(F,Xt,Fe),Fe.programs=at.programs,L.capabilities=he,L.extensions=Xt,L.properties=$t,L.renderLists=Tt,L.shadowMap=gt,L.state=Et,L.info=Fe}_!==si&&(O=new tM(_,e.width,e.height,a,s,r));let ut=new _f(L,F);this.xr=ut,this.getContext=function(){return F},this.getContextAttributes=function(){return F.getContextAttributes()},this.forceContextLoss=function(){let E=Xt.get("WEBGL_lose_context");E&&E.loseContext()},this.forceContextRestore=function(){let E=Xt.get("WEBGL_lose_context");E&&E.restoreContext()},this.getPixelRatio=function(){return wt},this.setPixelRatio=function(E){E!==void 0&&(wt=E,this.setSize(yt,Lt,!1))},this.getSize=function(E){return E.set(yt,Lt)},this.setSize=function(E,k,j=!0){if(ut.isPresenting){ee("WebGLRenderer: Can't change size while VR device is presenting.");return}yt=E,Lt=k,e.width=Math.floor(E*wt),e.height=Math.floor(k*wt),j===!0&&(e.style.width=E+"px",e.style.height=k+"px"),O!==null&&O.setSize(e.width,e.height),this.setViewport(0,0,E,k)},this.getDrawingBufferSize=function(E){return E.set(yt*wt,Lt*wt).floor()},this.setDrawingBufferSize=function(E,k,j){yt=E,Lt=k,wt=j,e.width=Math.floor(E*j),e.height=Math.floor(k*j),this.setViewport(0,0,E,k)},this.setEffects=function(E){if(_===si){ae("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(E){for(let k=0;k<E.length;k++)if(E[k].isOutputPass===!0){ee("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}O.setEffects(E||[])},this.getCurrentViewport=function(E){return E.copy(et)},this.getViewport=function(E){return E.copy(Jt)},this.setViewport=function(E,k,j,$){E.isVector4?Jt.set(E.x,E.y,E.z,E.w):Jt.set(E,k,j,$),Et.viewport(et.copy(Jt).multiplyScalar(ve()).round())},this.getScissor=function(E){return E.copy(re)},this.setScissor=function(E,k,j,$){E.isVector4?re.set(E.x,E.y,E.z,E.w):re.set(E,k,j,$),Et.scissor(ft.copy(re).multiplyScalar(ve()).round())},this.getScissorTest=function(){return ie},this.setScissorTest=function(E){Et.setScissorTest(ie=E)},this.setOpaqueSort=function(E){Ht=E},this.setTransparentSort=function(E){se=E},this.getClearColor=function(E){return E.copy(B.getClearColor())},this.setClearColor=function(){B.setClearColor(...arguments)},this.getClearAlpha=function(){return B.getClearAlpha()},this.setClearAlpha=function(){B.setClearAlpha(...arguments)},this.clear=function(E=!0,k=!0,j=!0){let $=0;if(E){let Z=!1;if(ct!==null){let Pt=ct.texture.format;Z=m.has(Pt)}if(Z){let Pt=ct.texture.type,Ft=g.has(Pt),It=B.getClearColor(),Ot=B.getClearAlpha(),Zt=It.r,ue=It.g,Me=It.b;Ft?(v[0]=Zt,v[1]=ue,v[2]=Me,v[3]=Ot,F.clearBufferuiv(F.COLOR,0,v)):(w[0]=Zt,w[1]=ue,w[2]=Me,w[3]=Ot,F.clearBufferiv(F.COLOR,0,w))}else $|=F.COLOR_BUFFER_BIT}k&&($|=F.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),j&&($|=F.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),$!==0&&F.clear($)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(E){E.setRenderer(this),z=E},this.dispose=function(){e.removeEventListener("webglcontextlost",qt,!1),e.removeEventListener("webglcontextrestored",ce,!1),e.removeEventListener("webglcontextcreationerror",Nt,!1),B.dispose(),Tt.dispose(),nt.dispose(),te.dispose(),$t.dispose(),P.dispose(),dt.dispose(),X.dispose(),Rt.dispose(),jt.dispose(),at.dispose(),ut.dispose(),ut.removeEventListener("sessionstart",Tl),ut.removeEventListener("sessionend",Ki),gs.stop()};function qt(E){E.preventDefault(),Ma("WebGLRenderer: Context Lost."),D=!0}function ce(){Ma("WebGLRenderer: Context Restored."),D=!1;let E=Fe.autoReset,k=gt.enabled,j=gt.autoUpdate,$=gt.needsUpdate,Z=gt.type;le(),Fe.autoReset=E,gt.enabled=k,gt.autoUpdate=j,gt.needsUpdate=$,gt.type=Z}function Nt(E){ae("WebGLRenderer: A WebGL context could not be created. Reason: ",E.statusMessage)}function ye(E){let k=E.target;k.removeEventListener("dispose",ye),Ye(k)}function Ye(E){Wn(E),$t.remove(E)}function Wn(E){let k=$t.get(E).programs;k!==void 0&&(k.forEach(function(j){at.releaseProgram(j)}),E.isShaderMaterial&&at.releaseShaderCache(E))}this.renderBufferDirect=function(E,k,j,$,Z,Pt){k===null&&(k=_e);let Ft=Z.isMesh&&Z.matrixWorld.determinantAffine()<0,It=ia(E,k,j,$,Z);Et.setMaterial($,Ft);let Ot=j.index,Zt=1;if($.wireframe===!0){if(Ot=X.getWireframeAttribute(j),Ot===void 0)return;Zt=2}let ue=j.drawRange,Me=j.attributes.position,Yt=ue.start*Zt,we=(ue.start+ue.count)*Zt;Pt!==null&&(Yt=Math.max(Yt,Pt.start*Zt),we=Math.min(we,(Pt.start+Pt.count)*Zt)),Ot!==null?(Yt=Math.max(Yt,0),we=Math.min(we,Ot.count)):Me!=null&&(Yt=Math.max(Yt,0),we=Math.min(we,Me.count));let nn=we-Yt;if(nn<0||nn===1/0)return;Rt.setup(Z,$,It,j,Ot);let ze,Ve=it;if(Ot!==null&&(ze=b.get(Ot),Ve=Ct,Ve.setIndex(ze)),Z.isMesh)$.wireframe===!0?(Et.setLineWidth($.wireframeLinewidth*ve()),Ve.setMode(F.LINES)):Ve.setMode(F.TRIANGLES);else if(Z.isLine){let _n=$.linewidth;_n===void 0&&(_n=1),Et.setLineWidth(_n*ve()),Z.isLineSegments?Ve.setMode(F.LINES):Z.isLineLoop?Ve.setMode(F.LINE_LOOP):Ve.setMode(F.LINE_STRIP)}else Z.isPoints?Ve.setMode(F.POINTS):Z.isSprite&&Ve.setMode(F.TRIANGLES);if(Z.isBatchedMesh)if(Xt.get("WEBGL_multi_draw"))Ve.renderMultiDraw(Z._multiDrawStarts,Z._multiDrawCounts,Z._multiDrawCount);else{let _n=Z._multiDrawStarts,Gt=Z._multiDrawCounts,un=Z._multiDrawCount,Ae=Ot?b.get(Ot).bytesPerElement:1,xs=$t.get($).currentProgram.getUniforms();for(let dn=0;dn<un;dn++)xs.setValue(F,"_gl_DrawID",dn),Ve.render(_n[dn]/Ae,Gt[dn])}else if(Z.isInstancedMesh)Ve.renderInstances(Yt,nn,Z.count);else if(j.isInstancedBufferGeometry){let _n=j._maxInstanceCount!==void 0?j._maxInstanceCount:1/0,Gt=Math.min(j.instanceCount,_n);Ve.renderInstances(Yt,nn,Gt)}else Ve.render(Yt,nn)};function ta(E,k,j,$){z!==null&&E.isNodeMaterial&&z.setObject($,E),xt===!0&&st.setState(E,j,!1),E.transparent===!0&&E.side===Nn&&E.forceSinglePass===!1?(E.side=ti,E.needsUpdate=!0,ji(E,k,$),E.side=or,E.needsUpdate=!0,ji(E,k,$),E.side=Nn):ji(E,k,$)}this.compile=function(E,k,j=null){j===null&&(j=E),z!==null&&z.renderStart(E,k,j),A=nt.get(j),A.init(k),T.push(A),j.traverseVisible(function(Z){Z.isLight&&Z.layers.test(k.layers)&&(A.pushLight(Z),Z.castShadow&&A.pushShadow(Z))}),E!==j&&E.traverseVisible(function(Z){Z.isLight&&Z.layers.test(k.layers)&&(A.pushLight(Z),Z.castShadow&&A.pushShadow(Z))}),A.setupLights(),z!==null&&z.updateLights(A.state.lightsArray),Bt=this.localClippingEnabled,xt=st.init(this.clippingPlanes,Bt),xt===!0&&st.setGlobalState(this.clippingPlanes,k),z!==null&&gt.render(A.state.shadowsArray,j,k);let $=new Set;return E.traverse(function(Z){if(!(Z.isMesh||Z.isPoints||Z.isLine||Z.isSprite))return;let Pt=Z.material;if(Pt)if(Array.isArray(Pt))for(let Ft=0;Ft<Pt.length;Ft++){let It=Pt[Ft];ta(It,j,k,Z),$.add(It)}else ta(Pt,j,k,Z),$.add(Pt)}),A=T.pop(),z!==null&&z.renderEnd(),$},this.compileAsync=function(E,k,j=null){let $=this.compile(E,k,j);return new Promise(Z=>{function Pt(){if($.forEach(function(Ft){let Ot=$t.get(Ft).currentProgram;(Ot===void 0||Ot.isReady())&&$.delete(Ft)}),$.size===0){Z(E);return}setTimeout(Pt,10)}Xt.get("KHR_parallel_shader_compile")!==null?Pt():setTimeout(Pt,10)})};let Xr=null;function Au(E){Xr&&Xr(E)}function Tl(){gs.stop()}function Ki(){gs.start()}let gs=new Og;gs.setAnimationLoop(Au),typeof self<"u"&&gs.setContext(self),this.setAnimationLoop=function(E){Xr=E,ut.setAnimationLoop(E),E===null?gs.stop():gs.start()},ut.addEventListener("sessionstart",Tl),ut.addEventListener("sessionend",Ki),this.render=function(E,k){if(k!==void 0&&k.isCamera!==!0){ae("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(D===!0)return;z!==null&&z.renderStart(E,k);let j=ut.enabled===!0&&ut.isPresenting===!0,$=O!==null&&(ct===null||j)&&O.begin(L,ct);if(E.matrixWorldAutoUpdate===!0&&E.updateMatrixWorld(),k.parent===null&&k.matrixWorldAutoUpdate===!0&&k.updateMatrixWorld(),ut.enabled===!0&&ut.isPresenting===!0&&(O===null||O.isCompositing()===!1)&&(ut.cameraAutoUpdate===!0&&ut.updateCamera(k),k=ut.getCamera()),E.isScene===!0&&E.onBeforeRender(L,E,k,ct),A=nt.get(E,T.length),A.init(k),A.state.textureUnits=te.getTextureUnits(),T.push(A),Dt.multiplyMatrices(k.projectionMatrix,k.matrixWorldInverse),k.isArrayCamera?vt.setFromArrayCamera(k):ot.setFromProjectionMatrix(Dt,Ei,k.reversedDepth),Bt=this.localClippingEnabled,xt=st.init(this.clippingPlanes,Bt),C=Tt.get(E,y.length),C.init(),y.push(C),this.info.render.frame++,ut.enabled===!0&&ut.isPresenting===!0){let Ft=L.xr.getDepthSensingMesh();Ft!==null&&_s(Ft,k,-1/0,L.sortObjects)}_s(E,k,0,L.sortObjects),C.finish(),z!==null&&z.updateLights(A.state.lightsArray),L.sortObjects===!0&&C.sort(Ht,se),fe=ut.enabled===!1||ut.isPresenting===!1||ut.hasDepthSensing()===!1,fe&&B.addToRenderList(C,E),this.info.autoReset===!0&&this.info.reset(),xt===!0&&st.beginShadows();let Z=A.state.shadowsArray;if(gt.render(Z,E,k),xt===!0&&st.endShadows(),($&&O.hasRenderPass())===!1){let Ft=C.opaque,It=C.transmissive;if(A.setupLights(),k.isArrayCamera){let Ot=k.cameras;if(It.length>0)for(let Zt=0,ue=Ot.length;Zt<ue;Zt++){let Me=Ot[Zt];Ii(Ft,It,E,Me)}fe&&B.render(E);for(let Zt=0,ue=Ot.length;Zt<ue;Zt++){let Me=Ot[Zt];ea(C,E,Me,Me.viewport)}}else It.length>0&&Ii(Ft,It,E,k),fe&&B.render(E),ea(C,E,k)}ct!==null&&V===0&&(te.updateMultisampleRenderTarget(ct),te.updateRenderTargetMipmap(ct)),$&&O.end(L),E.isScene===!0&&E.onAfterRender(L,E,k),Rt.resetDefaultState(),J=-1,Q=null,T.pop(),T.length>0?(A=T[T.length-1],te.setTextureUnits(A.state.textureUnits),xt===!0&&st.setGlobalState(L.clippingPlanes,A.state.camera)):A=null,y.pop(),y.length>0?C=y[y.length-1]:C=null,z!==null&&z.renderEnd()};function _s(E,k,j,$){if(E.visible===!1)return;if(E.layers.test(k.layers)){if(E.isGroup)j=E.renderOrder;else if(E.isLOD)E.autoUpdate===!0&&E.update(k);else if(E.isLight)A.pushLight(E),E.castShadow&&A.pushShadow(E);else if(E.isSprite){let Ft=k.isArrayCamera?vt:ot;if(!E.frustumCulled||E.intersectsFrustum(Ft)){$&&kt.setFromMatrixPosition(E.matrixWorld).applyMatrix4(Dt);let It=dt.update(E),Ot=E.material;Ot.visible&&C.push(E,It,Ot,j,kt.z,null,k)}}else if(E.isMesh||E.isLine||E.isPoints){let Ft=k.isArrayCamera?vt:ot;if(!E.frustumCulled||E.intersectsFrustum(Ft)){let It=dt.update(E),Ot=E.material;if($&&(E.boundingSphere!==void 0?(E.boundingSphere===null&&E.computeBoundingSphere(),kt.copy(E.boundingSphere.center)):(It.boundingSphere===null&&It.computeBoundingSphere(),kt.copy(It.boundingSphere.center)),kt.applyMatrix4(E.matrixWorld).applyMatrix4(Dt)),Array.isArray(Ot)){let Zt=It.groups;for(let ue=0,Me=Zt.length;ue<Me;ue++){let Yt=Zt[ue],we=Ot[Yt.materialIndex];we&&we.visible&&C.push(E,It,we,j,kt.z,Yt,k)}}else Ot.visible&&C.push(E,It,Ot,j,kt.z,null,k)}}}let Pt=E.children;for(let Ft=0,It=Pt.length;Ft<It;Ft++)_s(Pt[Ft],k,j,$)}function ea(E,k,j,$){let{opaque:Z,transmissive:Pt,transparent:Ft}=E;A.setupLightsView(j),xt===!0&&st.setGlobalState(L.clippingPlanes,j),$&&Et.viewport(et.copy($)),Z.length>0&&rn(Z,k,j),Pt.length>0&&rn(Pt,k,j),Ft.length>0&&rn(Ft,k,j),Et.buffers.depth.setTest(!0),Et.buffers.depth.setMask(!0),Et.buffers.color.setMask(!0),Et.setPolygonOffset(!1)}function Ii(E,k,j,$){if((j.isScene===!0?j.overrideMaterial:null)!==null)return;if(A.state.transmissionRenderTarget[$.id]===void 0){let Yt=Xt.has("EXT_color_buffer_half_float")||Xt.has("EXT_color_buffer_float");A.state.transmissionRenderTarget[$.id]=new _i(1,1,{generateMipmaps:!0,type:Yt?Hi:si,minFilter:Ls,samples:Math.max(4,he.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:Re.workingColorSpace})}let Pt=A.state.transmissionRenderTarget[$.id],Ft=$.viewport||et;Pt.setSize(Ft.z*L.transmissionResolutionScale,Ft.w*L.transmissionResolutionScale);let It=L.getRenderTarget(),Ot=L.getActiveCubeFace(),Zt=L.getActiveMipmapLevel();L.setRenderTarget(Pt),L.getClearColor(tt),_t=L.getClearAlpha(),_t<1&&L.setClearColor(16777215,.5),L.clear(),fe&&B.render(j);let ue=L.toneMapping;L.toneMapping=cs;let Me=$.viewport;if($.viewport!==void 0&&($.viewport=void 0),A.setupLightsView($),xt===!0&&st.setGlobalState(L.clippingPlanes,$),rn(E,j,$),te.updateMultisampleRenderTarget(Pt),te.updateRenderTargetMipmap(Pt),Xt.has("WEBGL_multisampled_render_to_texture")===!1){let Yt=!1;for(let we=0,nn=k.length;we<nn;we++){let ze=k[we],{object:Ve,geometry:_n,material:Gt,group:un}=ze;if(Gt.side===Nn&&Ve.layers.test($.layers)){let Ae=Gt.side;Gt.side=ti,Gt.needsUpdate=!0,cn(Ve,j,$,_n,Gt,un),Gt.side=Ae,Gt.needsUpdate=!0,Yt=!0}}Yt===!0&&(te.updateMultisampleRenderTarget(Pt),te.updateRenderTargetMipmap(Pt))}L.setRenderTarget(It,Ot,Zt),L.setClearColor(tt,_t),Me!==void 0&&($.viewport=Me),L.toneMapping=ue}function rn(E,k,j){let $=k.isScene===!0?k.overrideMaterial:null;for(let Z=0,Pt=E.length;Z<Pt;Z++){let Ft=E[Z],{object:It,geometry:Ot,group:Zt}=Ft,ue=Ft.material;ue.allowOverride===!0&&$!==null&&(ue=$),It.layers.test(j.layers)&&cn(It,k,j,Ot,ue,Zt)}}function cn(E,k,j,$,Z,Pt){z!==null&&Z.isNodeMaterial&&z.setObject(E,Z),E.onBeforeRender(L,k,j,$,Z,Pt),E.modelViewMatrix.multiplyMatrices(j.matrixWorldInverse,E.matrixWorld),E.normalMatrix.getNormalMatrix(E.modelViewMatrix),Z.onBeforeRender(L,k,j,$,E,Pt),Z.transparent===!0&&Z.side===Nn&&Z.forceSinglePass===!1?(Z.side=ti,Z.needsUpdate=!0,L.renderBufferDirect(j,k,$,Z,E,Pt),Z.side=or,Z.needsUpdate=!0,L.renderBufferDirect(j,k,$,Z,E,Pt),Z.side=Nn):L.renderBufferDirect(j,k,$,Z,E,Pt),E.onAfterRender(L,k,j,$,Z,Pt)}function hn(E){let k=0;for(let j of E)j.texture!==null&&k++;return k}function ji(E,k,j){k.isScene!==!0&&(k=_e);let $=$t.get(E),Z=A.state.lights,Pt=A.state.shadowsArray,Ft=Z.state.version,It=at.getParameters(E,Z.state,Pt,k,j,A.state.lightProbeGridArray),Ot=at.getProgramCacheKey(It),Zt=$.programs;$.environment=E.isMeshStandardMaterial||E.isMeshLambertMaterial||E.isMeshPhongMaterial?k.environment:null,$.fog=k.fog;let ue=E.isMeshStandardMaterial||E.isMeshLambertMaterial&&!E.envMap||E.isMeshPhongMaterial&&!E.envMap;$.envMap=P.get(E.envMap||$.environment,ue),$.envMapRotation=$.environment!==null&&E.envMap===null?k.environmentRotation:E.envMapRotation,Zt===void 0&&(E.addEventListener("dispose",ye),Zt=new Map,$.programs=Zt,$.programVariants=new Map);let Me=Zt.get(Ot);if(Me!==void 0){if($.currentProgram===Me&&$.lightsStateVersion===Ft)return na(E,It),Me}else It.uniforms=at.getUniforms(E),z!==null&&E.isNodeMaterial&&z.build(E,j,It),E.onBeforeCompile(It,L),Me=at.acquireProgram(It,Ot),Zt.set(Ot,Me),$.uniforms=It.uniforms;let Yt=$.uniforms;return(!E.isShaderMaterial&&!E.isRawShaderMaterial||E.clipping===!0)&&(Yt.clippingPlanes=st.uniform),na(E,It),$.needsLights=Vs(E),$.lightsStateVersion=Ft,$.needsLights&&(Yt.ambientLightColor.value=Z.state.ambient,Yt.lightProbe.value=Z.state.probe,Yt.sunLights.value=Z.state.sun,Yt.sunLightShadows.value=Z.state.sunShadow,Yt.directionalLights.value=Z.state.directional,Yt.directionalLightShadows.value=Z.state.directionalShadow,Yt.spotLights.value=Z.state.spot,Yt.spotLightShadows.value=Z.state.spotShadow,Yt.rectAreaLights.value=Z.state.rectArea,Yt.ltc_1.value=Z.state.rectAreaLTC1,Yt.ltc_2.value=Z.state.rectAreaLTC2,Yt.pointLights.value=Z.state.point,Yt.pointLightShadows.value=Z.state.pointShadow,Yt.hemisphereLights.value=Z.state.hemi,Yt.sunShadowMatrix.value=Z.state.sunShadowMatrix,Yt.sunShadowCascade.value=Z.state.sunShadowCascade,Yt.directionalShadowMatrix.value=Z.state.directionalShadowMatrix,Yt.spotLightMatrix.value=Z.state.spotLightMatrix,Yt.spotLightMap.value=Z.state.spotLightMap,Yt.pointShadowMatrix.value=Z.state.pointShadowMatrix),$.numLightProbeGrids=hn(A.state.lightProbeGridArray),$.currentProgram=Me,$.uniformsList=null,Me}function ci(E,k,j,$,Z){let Pt=$t.get(E),Ft=Pt.currentProgram.id+","+$+","+Z,It=Pt.programVariants.get(Ft);return It===void 0?(It=ji(E,k,j),Pt.programVariants.set(Ft,It)):(Pt.currentProgram=It,Pt.uniformsList=null,Pt.outputColorSpace=$,Pt.toneMapping=Z),It}function zs(E){if(E.uniformsList===null){let k=E.currentProgram.getUniforms();E.uniformsList=Uo.seqWithValue(k.seq,E.uniforms)}return E.uniformsList}function na(E,k){let j=$t.get(E);j.outputColorSpace=k.outputColorSpace,j.batching=k.batching,j.batchingColor=k.batchingColor,j.instancing=k.instancing,j.instancingColor=k.instancingColor,j.instancingMorph=k.instancingMorph,j.skinning=k.skinning,j.morphTargets=k.morphTargets,j.morphNormals=k.morphNormals,j.morphColors=k.morphColors,j.morphTargetsCount=k.morphTargetsCount,j.numClippingPlanes=k.numClippingPlanes,j.numIntersection=k.numClipIntersection,j.vertexAlphas=k.vertexAlphas,j.vertexTangents=k.vertexTangents,j.toneMapping=k.toneMapping}function ia(E,k,j,$,Z){k.isScene!==!0&&(k=_e),te.resetTextureUnits();let Pt=k.fog,Ft=$.isMeshStandardMaterial||$.isMeshLambertMaterial||$.isMeshPhongMaterial?k.environment:null,It=ct===null?L.outputColorSpace:ct.isXRRenderTarget===!0?ct.texture.colorSpace:Re.workingColorSpace,Ot=$.isMeshStandardMaterial||$.isMeshLambertMaterial&&!$.envMap||$.isMeshPhongMaterial&&!$.envMap,Zt=P.get($.envMap||Ft,Ot),ue=$.vertexColors===!0&&!!j.attributes.color&&j.attributes.color.itemSize===4,Me=!!j.attributes.tangent&&(!!$.normalMap||$.anisotropy>0),Yt=!!j.morphAttributes.position,we=!!j.morphAttributes.normal,nn=!!j.morphAttributes.color,ze=cs;$.toneMapped&&(ct===null||ct.isXRRenderTarget===!0)&&(ze=L.toneMapping);let Ve=j.morphAttributes.position||j.morphAttributes.normal||j.morphAttributes.color,_n=Ve!==void 0?Ve.length:0,Gt=$t.get($),un=A.state.lights;if(xt===!0&&(Bt===!0||E!==Q)){let He=E===Q&&$.id===J;st.setState($,E,He)}let Ae=!1,xs=!1;$.version===Gt.__version?Gt.needsLights&&Gt.lightsStateVersion!==un.state.version||Z.isBatchedMesh&&Gt.batching===!1||!Z.isBatchedMesh&&Gt.batching===!0||Z.isBatchedMesh&&Gt.batchingColor===!0&&Z._colorsTexture===null||Z.isBatchedMesh&&Gt.batchingColor===!1&&Z._colorsTexture!==null||Z.isInstancedMesh&&Gt.instancing===!1||!Z.isInstancedMesh&&Gt.instancing===!0||Z.isSkinnedMesh&&Gt.skinning===!1||!Z.isSkinnedMesh&&Gt.skinning===!0||Z.isInstancedMesh&&Gt.instancingColor===!0&&Z.instanceColor===null||Z.isInstancedMesh&&Gt.instancingColor===!1&&Z.instanceColor!==null||Z.isInstancedMesh&&Gt.instancingMorph===!0&&Z.morphTexture===null||Z.isInstancedMesh&&Gt.instancingMorph===!1&&Z.morphTexture!==null||Gt.envMap!==Zt||$.fog===!0&&Gt.fog!==Pt||Gt.numClippingPlanes!==void 0&&(Gt.numClippingPlanes!==st.numPlanes||Gt.numIntersection!==st.numIntersection)||Gt.vertexAlphas!==ue||Gt.vertexTangents!==Me||Gt.morphTargets!==Yt||Gt.morphNormals!==we||Gt.morphColors!==nn||Gt.morphTargetsCount!==_n||Gt.numLightProbeGrids!==hn(A.state.lightProbeGridArray)?Ae=!0:(Gt.outputColorSpace!==It||Gt.toneMapping!==ze)&&(xs=!0):(Ae=!0,Gt.__version=$.version);let dn=Gt.currentProgram;(Ae===!0||xs===!0)&&(dn=xs===!0?ci($,k,Z,It,ze):ji($,k,Z),z&&$.isNodeMaterial&&z.onUpdateProgram($,dn,Gt));let $r=!1,Qi=!1,ys=!1,Se=dn.getUniforms(),on=Gt.uniforms;if(Et.useProgram(dn.program)&&($r=!0,Qi=!0,ys=!0),$.id!==J&&(J=$.id,Qi=!0),$r||Q!==E){Et.buffers.depth.getReversed()&&E.reversedDepth!==!0&&(E._reversedDepth=!0,E.updateProjectionMatrix()),Se.setValue(F,"projectionMatrix",E.projectionMatrix),Se.setValue(F,"viewMatrix",E.matrixWorldInverse);let fn=Se.map.cameraPosition;fn!==void 0&&fn.setValue(F,ne.setFromMatrixPosition(E.matrixWorld)),he.logarithmicDepthBuffer&&Se.setValue(F,"logDepthBufFC",2/(Math.log(E.far+1)/Math.LN2)),($.isMeshPhongMaterial||$.isMeshToonMaterial||$.isMeshLambertMaterial||$.isMeshBasicMaterial||$.isMeshStandardMaterial||$.isShaderMaterial)&&Se.setValue(F,"isOrthographic",E.isOrthographicCamera===!0),Q!==E&&(Q=E,Qi=!0,ys=!0)}if(Gt.needsLights&&(un.state.sunShadowMap.length>0&&Se.setValue(F,"sunShadowMap",un.state.sunShadowMap,te),un.state.directionalShadowMap.length>0&&Se.setValue(F,"directionalShadowMap",un.state.directionalShadowMap,te),un.state.spotShadowMap.length>0&&Se.setValue(F,"spotShadowMap",un.state.spotShadowMap,te),un.state.pointShadowMap.length>0&&Se.setValue(F,"pointShadowMap",un.state.pointShadowMap,te)),Z.isSkinnedMesh){Se.setOptional(F,Z,"bindMatrix"),Se.setOptional(F,Z,"bindMatrixInverse");let He=Z.skeleton;He&&(He.boneTexture===null&&He.computeBoneTexture(),Se.setValue(F,"boneTexture",He.boneTexture,te))}Z.isBatchedMesh&&(Se.setOptional(F,Z,"batchingTexture"),Se.setValue(F,"batchingTexture",Z._matricesTexture,te),Se.setOptional(F,Z,"batchingIdTexture"),Se.setValue(F,"batchingIdTexture",Z._indirectTexture,te),Se.setOptional(F,Z,"batchingColorTexture"),Z._colorsTexture!==null&&Se.setValue(F,"batchingColorTexture",Z._colorsTexture,te));let Xn=j.morphAttributes;if((Xn.position!==void 0||Xn.normal!==void 0||Xn.color!==void 0)&&rt.update(Z,j,dn),(Qi||Gt.receiveShadow!==Z.receiveShadow)&&(Gt.receiveShadow=Z.receiveShadow,Se.setValue(F,"receiveShadow",Z.receiveShadow)),($.isMeshStandardMaterial||$.isMeshLambertMaterial||$.isMeshPhongMaterial)&&$.envMap===null&&k.environment!==null&&(on.envMapIntensity.value=k.environmentIntensity),on.dfgLUT!==void 0&&(on.dfgLUT.value=Fw()),Qi){if(Se.setValue(F,"toneMappingExposure",L.toneMappingExposure),Gt.needsLights&&qr(on,ys),Pt&&$.fog===!0&&Mt.refreshFogUniforms(on,Pt),Mt.refreshMaterialUniforms(on,$,wt,Lt,A.state.transmissionRenderTarget[E.id]),Gt.needsLights&&Gt.numLightProbeGrids>0){let He=S,fn=0;for(let kn of A.state.lightProbeGridArray)kn.texture!==null&&(He.textures[fn]=kn.texture,He.min[fn]=kn.boundingBox.min,He.max[fn]=kn.boundingBox.max,He.resolution[fn]=kn.resolution,fn++);for(let kn in He)He[kn].length=fn;on.probesSH.value=He.textures,on.probesMin.value=He.min,on.probesMax.value=He.max,on.probesResolution.value=He.resolution}Uo.upload(F,zs(Gt),on,te)}if($.isShaderMaterial&&$.uniformsNeedUpdate===!0&&(Uo.upload(F,zs(Gt),on,te),$.uniformsNeedUpdate=!1),$.isSpriteMaterial&&Se.setValue(F,"center",Z.center),Se.setValue(F,"modelViewMatrix",Z.modelViewMatrix),Se.setValue(F,"normalMatrix",Z.normalMatrix),Se.setValue(F,"modelMatrix",Z.matrixWorld),$.uniformsGroups!==void 0){let He=$.uniformsGroups;for(let fn=0,kn=He.length;fn<kn;fn++){let Al=He[fn];jt.update(Al,dn),jt.bind(Al,dn)}}return dn}function qr(E,k){E.ambientLightColor.needsUpdate=k,E.lightProbe.needsUpdate=k,E.sunLights.needsUpdate=k,E.sunLightShadows.needsUpdate=k,E.directionalLights.needsUpdate=k,E.directionalLightShadows.needsUpdate=k,E.pointLights.needsUpdate=k,E.pointLightShadows.needsUpdate=k,E.spotLights.needsUpdate=k,E.spotLightShadows.needsUpdate=k,E.rectAreaLights.needsUpdate=k,E.hemisphereLights.needsUpdate=k}function Vs(E){return E.isMeshLambertMaterial||E.isMeshToonMaterial||E.isMeshPhongMaterial||E.isMeshStandardMaterial||E.isShadowMaterial||E.isShaderMaterial&&E.lights===!0}this.getActiveCubeFace=function(){return q},this.getActiveMipmapLevel=function(){return V},this.getRenderTarget=function(){return ct},this.setRenderTargetTextures=function(E,k,j){let $=$t.get(E);$.__autoAllocateDepthBuffer=E.resolveDepthBuffer===!1,$.__autoAllocateDepthBuffer===!1&&($.__useRenderToTexture=!1),$t.get(E.texture).__webglTexture=k,$t.get(E.depthTexture).__webglTexture=$.__autoAllocateDepthBuffer?void 0:j,$.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(E,k){let j=$t.get(E);j.__webglFramebuffer=k,j.__useDefaultFramebuffer=k===void 0},this.setRenderTarget=function(E,k=0,j=0){ct=E,q=k,V=j;let $=null,Z=!1,Pt=!1;if(E){let It=$t.get(E);if(It.__useDefaultFramebuffer!==void 0){Et.bindFramebuffer(F.FRAMEBUFFER,It.__webglFramebuffer),et.copy(E.viewport),ft.copy(E.scissor),ht=E.scissorTest,Et.viewport(et),Et.scissor(ft),Et.setScissorTest(ht),J=-1;return}else if(It.__webglFramebuffer===void 0)te.setupRenderTarget(E);else if(It.__hasExternalTextures)te.rebindTextures(E,$t.get(E.texture).__webglTexture,$t.get(E.depthTexture).__webglTexture);else if(E.depthBuffer){let ue=E.depthTexture;if(It.__boundDepthTexture!==ue){if(ue!==null&&$t.has(ue)&&(E.width!==ue.image.width||E.height!==ue.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");te.setupDepthRenderbuffer(E)}}let Ot=E.texture;(Ot.isData3DTexture||Ot.isDataArrayTexture||Ot.isCompressedArrayTexture)&&(Pt=!0);let Zt=$t.get(E).__webglFramebuffer;E.isWebGLCubeRenderTarget?(Array.isArray(Zt[k])?$=Zt[k][j]:$=Zt[k],Z=!0):E.samples>0&&te.useMultisampledRTT(E)===!1?$=$t.get(E).__webglMultisampledFramebuffer:Array.isArray(Zt)?$=Zt[j]:$=Zt,et.copy(E.viewport),ft.copy(E.scissor),ht=E.scissorTest}else et.copy(Jt).multiplyScalar(wt).floor(),ft.copy(re).multiplyScalar(wt).floor(),ht=ie;if(j!==0&&($=G),Et.bindFramebuffer(F.FRAMEBUFFER,$)&&Et.drawBuffers(E,$),Et.viewport(et),Et.scissor(ft),Et.setScissorTest(ht),Z){let It=$t.get(E.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_CUBE_MAP_POSITIVE_X+k,It.__webglTexture,j)}else if(Pt){let It=k;for(let Ot=0;Ot<E.textures.length;Ot++){let Zt=$t.get(E.textures[Ot]);F.framebufferTextureLayer(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0+Ot,Zt.__webglTexture,j,It)}}else if(E!==null&&j!==0){let It=$t.get(E.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,It.__webglTexture,j)}J=-1};function Yr(E){let k=$t.get(E);return(k.__readFormat!==E.format||k.__readType!==E.type)&&(k.__readFormat=E.format,k.__readType=E.type,k.__formatReadable=he.textureFormatReadable(E.format),k.__typeReadable=he.textureTypeReadable(E.type)),k}this.readRenderTargetPixels=function(E,k,j,$,Z,Pt,Ft,It=0){if(!(E&&E.isWebGLRenderTarget)){ae("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Ot=$t.get(E).__webglFramebuffer;if(E.isWebGLCubeRenderTarget&&Ft!==void 0&&(Ot=Ot[Ft],Array.isArray(Ot)&&(Ot=Ot[0])),Ot){Et.bindFramebuffer(F.FRAMEBUFFER,Ot);try{let Zt=E.textures[It],ue=Zt.format,Me=Zt.type;E.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+It);let Yt=Yr(Zt);if(Yt.__formatReadable===!1){ae("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Yt.__typeReadable===!1){ae("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}k>=0&&k<=E.width-$&&j>=0&&j<=E.height-Z&&F.readPixels(k,j,$,Z,St.convert(ue),St.convert(Me),Pt)}finally{let Zt=ct!==null?$t.get(ct).__webglFramebuffer:null;Et.bindFramebuffer(F.FRAMEBUFFER,Zt)}}},this.readRenderTargetPixelsAsync=async function(E,k,j,$,Z,Pt,Ft,It=0){if(!(E&&E.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Ot=$t.get(E).__webglFramebuffer;if(E.isWebGLCubeRenderTarget&&Ft!==void 0&&(Ot=Ot[Ft],Array.isArray(Ot)&&(Ot=Ot[0])),Ot)if(k>=0&&k<=E.width-$&&j>=0&&j<=E.height-Z){Et.bindFramebuffer(F.FRAMEBUFFER,Ot);let Zt=E.textures[It],ue=Zt.format,Me=Zt.type;E.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+It);let Yt=Yr(Zt);if(Yt.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Yt.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let we=F.createBuffer();F.bindBuffer(F.PIXEL_PACK_BUFFER,we),F.bufferData(F.PIXEL_PACK_BUFFER,Pt.byteLength,F.STREAM_READ),F.readPixels(k,j,$,Z,St.convert(ue),St.convert(Me),0),F.bindBuffer(F.PIXEL_PACK_BUFFER,null);let nn=ct!==null?$t.get(ct).__webglFramebuffer:null;Et.bindFramebuffer(F.FRAMEBUFFER,nn);let ze=F.fenceSync(F.SYNC_GPU_COMMANDS_COMPLETE,0);return F.flush(),await ag(F,ze,4),F.bindBuffer(F.PIXEL_PACK_BUFFER,we),F.getBufferSubData(F.PIXEL_PACK_BUFFER,0,Pt),F.bindBuffer(F.PIXEL_PACK_BUFFER,null),F.deleteBuffer(we),F.deleteSync(ze),Pt}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(E,k=null,j=0){let $=Math.pow(2,-j),Z=Math.floor(E.image.width*$),Pt=Math.floor(E.image.height*$),Ft=k!==null?k.x:0,It=k!==null?k.y:0;te.setTexture2D(E,0),F.copyTexSubImage2D(F.TEXTURE_2D,j,0,0,Ft,It,Z,Pt),Et.unbindTexture()},this.copyTextureToTexture=function(E,k,j=null,$=null,Z=0,Pt=0){let Ft,It,Ot,Zt,ue,Me,Yt,we,nn,ze=E.isCompressedTexture?E.mipmaps[Pt]:E.image;if(j!==null)Ft=j.max.x-j.min.x,It=j.max.y-j.min.y,Ot=j.isBox3?j.max.z-j.min.z:1,Zt=j.min.x,ue=j.min.y,Me=j.isBox3?j.min.z:0;else{let Se=Math.pow(2,-Z);Ft=Math.floor(ze.width*Se),It=Math.floor(ze.height*Se),E.isDataArrayTexture?Ot=ze.depth:E.isData3DTexture?Ot=Math.floor(ze.depth*Se):Ot=1,Zt=0,ue=0,Me=0}$!==null?(Yt=$.x,we=$.y,nn=$.z):(Yt=0,we=0,nn=0);let Ve=St.convert(k.format),_n=St.convert(k.type),Gt;k.isData3DTexture?(te.setTexture3D(k,0),Gt=F.TEXTURE_3D):k.isDataArrayTexture||k.isCompressedArrayTexture?(te.setTexture2DArray(k,0),Gt=F.TEXTURE_2D_ARRAY):(te.setTexture2D(k,0),Gt=F.TEXTURE_2D),Et.activeTexture(F.TEXTURE0),Et.pixelStorei(F.UNPACK_FLIP_Y_WEBGL,k.flipY),Et.pixelStorei(F.UNPACK_PREMULTIPLY_ALPHA_WEBGL,k.premultiplyAlpha),Et.pixelStorei(F.UNPACK_ALIGNMENT,k.unpackAlignment);let un=Et.getParameter(F.UNPACK_ROW_LENGTH),Ae=Et.getParameter(F.UNPACK_IMAGE_HEIGHT),xs=Et.getParameter(F.UNPACK_SKIP_PIXELS),dn=Et.getParameter(F.UNPACK_SKIP_ROWS),$r=Et.getParameter(F.UNPACK_SKIP_IMAGES);Et.pixelStorei(F.UNPACK_ROW_LENGTH,ze.width),Et.pixelStorei(F.UNPACK_IMAGE_HEIGHT,ze.height),Et.pixelStorei(F.UNPACK_SKIP_PIXELS,Zt),Et.pixelStorei(F.UNPACK_SKIP_ROWS,ue),Et.pixelStorei(F.UNPACK_SKIP_IMAGES,Me);let Qi=E.isDataArrayTexture||E.isData3DTexture,ys=k.isDataArrayTexture||k.isData3DTexture;if(E.isDepthTexture){let Se=$t.get(E),on=$t.get(k),Xn=$t.get(Se.__renderTarget),He=$t.get(on.__renderTarget);Et.bindFramebuffer(F.READ_FRAMEBUFFER,Xn.__webglFramebuffer),Et.bindFramebuffer(F.DRAW_FRAMEBUFFER,He.__webglFramebuffer);for(let fn=0;fn<Ot;fn++)Qi&&(F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,$t.get(E).__webglTexture,Z,Me+fn),F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,$t.get(k).__webglTexture,Pt,nn+fn)),F.blitFramebuffer(Zt,ue,Zt+Ft,ue+It,Yt,we,Yt+Ft,we+It,F.DEPTH_BUFFER_BIT,F.NEAREST);Et.bindFramebuffer(F.READ_FRAMEBUFFER,null),Et.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else if(Z!==0||E.isRenderTargetTexture||$t.has(E)){let Se=$t.get(E),on=$t.get(k);Et.bindFramebuffer(F.READ_FRAMEBUFFER,N),Et.bindFramebuffer(F.DRAW_FRAMEBUFFER,H);for(let Xn=0;Xn<Ot;Xn++)Qi?F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,Se.__webglTexture,Z,Me+Xn):F.framebufferTexture2D(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,Se.__webglTexture,Z),ys?F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,on.__webglTexture,Pt,nn+Xn):F.framebufferTexture2D(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,on.__webglTexture,Pt),Z!==0?F.blitFramebuffer(Zt,ue,Zt+Ft,ue+It,Yt,we,Yt+Ft,we+It,F.COLOR_BUFFER_BIT,F.NEAREST):ys?F.copyTexSubImage3D(Gt,Pt,Yt,we,nn+Xn,Zt,ue,Ft,It):F.copyTexSubImage2D(Gt,Pt,Yt,we,Zt,ue,Ft,It);Et.bindFramebuffer(F.READ_FRAMEBUFFER,null),Et.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else ys?E.isDataTexture||E.isData3DTexture?F.texSubImage3D(Gt,Pt,Yt,we,nn,Ft,It,Ot,Ve,_n,ze.data):k.isCompressedArrayTexture?F.compressedTexSubImage3D(Gt,Pt,Yt,we,nn,Ft,It,Ot,Ve,ze.data):F.texSubImage3D(Gt,Pt,Yt,we,nn,Ft,It,Ot,Ve,_n,ze):E.isDataTexture?F.texSubImage2D(F.TEXTURE_2D,Pt,Yt,we,Ft,It,Ve,_n,ze.data):E.isCompressedTexture?F.compressedTexSubImage2D(F.TEXTURE_2D,Pt,Yt,we,ze.width,ze.height,Ve,ze.data):F.texSubImage2D(F.TEXTURE_2D,Pt,Yt,we,Ft,It,Ve,_n,ze);Et.pixelStorei(F.UNPACK_ROW_LENGTH,un),Et.pixelStorei(F.UNPACK_IMAGE_HEIGHT,Ae),Et.pixelStorei(F.UNPACK_SKIP_PIXELS,xs),Et.pixelStorei(F.UNPACK_SKIP_ROWS,dn),Et.pixelStorei(F.UNPACK_SKIP_IMAGES,$r),Pt===0&&k.generateMipmaps===!0&&k.mipmapsAutoUpdate===!0&&F.generateMipmap(Gt),Et.unbindTexture()},this.initRenderTarget=function(E){$t.get(E).__webglFramebuffer===void 0&&te.setupRenderTarget(E)},this.initTexture=function(E){E.isCubeTexture?te.setTextureCube(E,0):E.isData3DTexture?te.setTexture3D(E,0):E.isDataArrayTexture||E.isCompressedArrayTexture?te.setTexture2DArray(E,0):te.setTexture2D(E,0),Et.unbindTexture()},this.resetState=function(){q=0,V=0,ct=null,Et.reset(),Rt.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return Ei}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorSpace=Re._getDrawingBufferColorSpace(t),e.unpackColorSpace=Re._getUnpackColorSpace()}};var $g=new Cn,Bh=new R,Oo=class extends Ka{constructor(){super(),this.isLineSegmentsGeometry=!0,this.type="LineSegmentsGeometry";let t=[-1,2,0,1,2,0,-1,1,0,1,1,0,-1,0,0,1,0,0,-1,-1,0,1,-1,0],e=[-1,2,1,2,-1,1,1,1,-1,-1,1,-1,-1,-2,1,-2],n=[0,2,1,2,3,1,2,4,3,4,5,3,4,6,5,6,7,5];this.setIndex(n),this.setAttribute("position",new xe(t,3)),this.setAttribute("uv",new xe(e,2))}applyMatrix4(t){let e=this.attributes.instanceStart,n=this.attributes.instanceEnd;return e!==void 0&&(e.applyMatrix4(t),n.applyMatrix4(t),e.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}setPositions(t){let e;t instanceof Float32Array?e=t:Array.isArray(t)&&(e=new Float32Array(t));let n=new ir(e,6,1);return this.setAttribute("instanceStart",new ki(n,3,0)),this.setAttribute("instanceEnd",new ki(n,3,3)),this.instanceCount=this.attributes.instanceStart.count,this.computeBoundingBox(),this.computeBoundingSphere(),this}setColors(t){let e;t instanceof Float32Array?e=t:Array.isArray(t)&&(e=new Float32Array(t));let n=new ir(e,6,1);return this.setAttribute("instanceColorStart",new ki(n,3,0)),this.setAttribute("instanceColorEnd",new ki(n,3,3)),this}fromWireframeGeometry(t){return this.setPositions(t.attributes.position.array),this}fromEdgesGeometry(t){return this.setPositions(t.attributes.position.array),this}fromMesh(t){return this.fromWireframeGeometry(new Ga(t.geometry)),this}fromLineSegments(t){let e=t.geometry;return this.setPositions(e.attributes.position.array),this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Cn);let t=this.attributes.instanceStart,e=this.attributes.instanceEnd;t!==void 0&&e!==void 0&&(this.boundingBox.setFromBufferAttribute(t),$g.setFromBufferAttribute(e),this.boundingBox.union($g))}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Bi),this.boundingBox===null&&this.computeBoundingBox();let t=this.attributes.instanceStart,e=this.attributes.instanceEnd;if(t!==void 0&&e!==void 0){let n=this.boundingSphere.center;this.boundingBox.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)Bh.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(Bh)),Bh.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(Bh));this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&console.error("THREE.LineSegmentsGeometry.computeBoundingSphere(): Computed radius is NaN. The instanced position data is likely to have NaN values.",this)}}toJSON(){}};Ut.line={worldUnits:{value:1},linewidth:{value:1},resolution:{value:new pt},dashOffset:{value:0},dashScale:{value:1},dashSize:{value:1},gapSize:{value:1}};ei.line={uniforms:cl.merge([Ut.common,Ut.fog,Ut.line]),vertexShader:`
		#include <common>
		#include <color_pars_vertex>
		#include <fog_pars_vertex>
		#include <logdepthbuf_pars_vertex>
		#include <clipping_planes_pars_vertex>

		uniform float linewidth;
		uniform vec2 resolution;

		attribute vec3 instanceStart;
		attribute vec3 instanceEnd;

		attribute vec3 instanceColorStart;
		attribute vec3 instanceColorEnd;

		#ifdef WORLD_UNITS

			varying vec4 worldPos;
			varying vec3 worldStart;
			varying vec3 worldEnd;

			#ifdef USE_DASH

				varying vec2 vUv;

			#endif

		#else

			varying vec2 vUv;

		#endif

		#ifdef USE_DASH

			uniform float dashScale;
			attribute float instanceDistanceStart;
			attribute float instanceDistanceEnd;
			varying float vLineDistance;

		#endif

		float trimSegmentAlpha( const in vec4 start, const in vec4 end ) {

			// compute the interpolation factor needed to trim the segment so it terminates
			// between the camera plane and the near plane

			// conservative estimate of the near plane
			float a = projectionMatrix[ 2 ][ 2 ]; // 3nd entry in 3th column
			float b = projectionMatrix[ 3 ][ 2 ]; // 3nd entry in 4th column

			// we need different nearEstimate formula for reversed and default depth buffer
			// a is positive with a reversed depth buffer so it can be used for controlling the code flow
			float nearEstimate = ( a > 0.0 ) ? ( - b / ( a + 1.0 ) ) : ( - 0.5 * b / a );

			return ( nearEstimate - start.z ) / ( end.z - start.z );

		}

		void main() {

			#ifdef USE_COLOR

				vColor.xyz = ( position.y < 0.5 ) ? instanceColorStart : instanceColorEnd;

			#endif

			float aspect = resolution.x / resolution.y;

			// camera space
			vec4 start = modelViewMatrix * vec4( instanceStart, 1.0 );
			vec4 end = modelViewMatrix * vec4( instanceEnd, 1.0 );

			#ifdef USE_DASH

				float lineDistanceStart = dashScale * instanceDistanceStart;
				float lineDistanceEnd = dashScale * instanceDistanceEnd;

			#endif

			#ifdef WORLD_UNITS

				worldStart = start.xyz;
				worldEnd = end.xyz;

			#else

				vUv = uv;

			#endif

			// special case for perspective projection, and segments that terminate either in, or behind, the camera plane
			// clearly the gpu firmware has a way of addressing this issue when projecting into ndc space
			// but we need to perform ndc-space calculations in the shader, so we must address this issue directly
			// perhaps there is a more elegant solution -- WestLangley

			bool perspective = ( projectionMatrix[ 2 ][ 3 ] == - 1.0 ); // 4th entry in the 3rd column

			if ( perspective ) {

				if ( start.z < 0.0 && end.z >= 0.0 ) {

					float alpha = trimSegmentAlpha( start, end );
					end.xyz = mix( start.xyz, end.xyz, alpha );

					#ifdef USE_DASH

						lineDistanceEnd = mix( lineDistanceStart, lineDistanceEnd, alpha );

					#endif

				} else if ( end.z < 0.0 && start.z >= 0.0 ) {

					float alpha = trimSegmentAlpha( end, start );
					start.xyz = mix( end.xyz, start.xyz, alpha );

					#ifdef USE_DASH

						lineDistanceStart = mix( lineDistanceEnd, lineDistanceStart, alpha );

					#endif

				}

			}

			#ifdef USE_DASH

				vLineDistance = ( position.y < 0.5 ) ? lineDistanceStart : lineDistanceEnd;
				vUv = uv;

			#endif

			// clip space
			vec4 clipStart = projectionMatrix * start;
			vec4 clipEnd = projectionMatrix * end;

			// ndc space
			vec3 ndcStart = clipStart.xyz / clipStart.w;
			vec3 ndcEnd = clipEnd.xyz / clipEnd.w;

			// direction
			vec2 dir = ndcEnd.xy - ndcStart.xy;

			// account for clip-space aspect ratio
			dir.x *= aspect;
			dir = normalize( dir );

			#ifdef WORLD_UNITS

				vec3 worldDir = normalize( end.xyz - start.xyz );
				vec3 tmpFwd = perspective ? normalize( mix( start.xyz, end.xyz, 0.5 ) ) : vec3( 0.0, 0.0, - 1.0 );
				vec3 worldUp = normalize( cross( worldDir, tmpFwd ) );
				vec3 worldFwd = cross( worldDir, worldUp );
				worldPos = position.y < 0.5 ? start: end;

				// height offset
				float hw = linewidth * 0.5;
				worldPos.xyz += position.x < 0.0 ? hw * worldUp : - hw * worldUp;

				// don't extend the line if we're rendering dashes because we
				// won't be rendering the endcaps
				#ifndef USE_DASH

					// cap extension
					worldPos.xyz += position.y < 0.5 ? - hw * worldDir : hw * worldDir;

					// add width to the box
					worldPos.xyz += worldFwd * hw;

					// endcaps
					if ( position.y > 1.0 || position.y < 0.0 ) {

						worldPos.xyz -= worldFwd * 2.0 * hw;

					}

				#endif

				// project the worldpos
				vec4 clip = projectionMatrix * worldPos;

				// shift the depth of the projected points so the line
				// segments overlap neatly
				vec3 clipPose = ( position.y < 0.5 ) ? ndcStart : ndcEnd;

				// only shift the depth of vertices in front of the camera (#35137)
				if ( clip.w > 0.0 ) clip.z = clipPose.z * clip.w;

			#else

				vec2 offset = vec2( dir.y, - dir.x );
				// undo aspect ratio adjustment
				dir.x /= aspect;
				offset.x /= aspect;

				// sign flip
				if ( position.x < 0.0 ) offset *= - 1.0;

				// endcaps
				if ( position.y < 0.0 ) {

					offset += - dir;

				} else if ( position.y > 1.0 ) {

					offset += dir;

				}

				// adjust for linewidth
				offset *= linewidth;

				// adjust for clip-space to screen-space conversion // maybe resolution should be based on viewport ...
				offset /= resolution.y;

				// select end
				vec4 clip = ( position.y < 0.5 ) ? clipStart : clipEnd;

				// back to clip space
				offset *= clip.w;

				clip.xy += offset;

			#endif

			gl_Position = clip;

			vec4 mvPosition = ( position.y < 0.5 ) ? start : end; // this is an approximation

			#include <logdepthbuf_vertex>
			#include <clipping_planes_vertex>
			#include <fog_vertex>

		}
		`,fragmentShader:`
		uniform vec3 diffuse;
		uniform float opacity;
		uniform float linewidth;

		#ifdef USE_DASH

			uniform float dashOffset;
			uniform float dashSize;
			uniform float gapSize;

		#endif

		varying float vLineDistance;

		#ifdef WORLD_UNITS

			varying vec4 worldPos;
			varying vec3 worldStart;
			varying vec3 worldEnd;

			#ifdef USE_DASH

				varying vec2 vUv;

			#endif

		#else

			varying vec2 vUv;

		#endif

		#include <common>
		#include <color_pars_fragment>
		#include <fog_pars_fragment>
		#include <logdepthbuf_pars_fragment>
		#include <clipping_planes_pars_fragment>

		vec2 closestLineToLine(vec3 p1, vec3 p2, vec3 p3, vec3 p4) {

			float mua;
			float mub;

			vec3 p13 = p1 - p3;
			vec3 p43 = p4 - p3;

			vec3 p21 = p2 - p1;

			float d1343 = dot( p13, p43 );
			float d4321 = dot( p43, p21 );
			float d1321 = dot( p13, p21 );
			float d4343 = dot( p43, p43 );
			float d2121 = dot( p21, p21 );

			float denom = d2121 * d4343 - d4321 * d4321;

			float numer = d1343 * d4321 - d1321 * d4343;

			mua = numer / denom;
			mua = clamp( mua, 0.0, 1.0 );
			mub = ( d1343 + d4321 * ( mua ) ) / d4343;
			mub = clamp( mub, 0.0, 1.0 );

			return vec2( mua, mub );

		}

		void main() {

			float alpha = opacity;
			vec4 diffuseColor = vec4( diffuse, alpha );

			#include <clipping_planes_fragment>

			#ifdef USE_DASH

				if ( vUv.y < - 1.0 || vUv.y > 1.0 ) discard; // discard endcaps

				if ( mod( vLineDistance + dashOffset, dashSize + gapSize ) > dashSize ) discard; // todo - FIX

			#endif

			#ifdef WORLD_UNITS

				float len;

				if ( isOrthographic ) {

					// View rays are parallel to the z axis so the distance reduces to camera-space XY
					vec2 lineDir = worldEnd.xy - worldStart.xy;
					float t = clamp( dot( worldPos.xy - worldStart.xy, lineDir ) / dot( lineDir, lineDir ), 0.0, 1.0 );
					len = length( worldStart.xy + lineDir * t - worldPos.xy );

				} else {

					// Find the closest points on the view ray and the line segment
					vec3 rayEnd = normalize( worldPos.xyz ) * 1e5;
					vec3 lineDir = worldEnd - worldStart;
					vec2 params = closestLineToLine( worldStart, worldEnd, vec3( 0.0, 0.0, 0.0 ), rayEnd );

					vec3 p1 = worldStart + lineDir * params.x;
					vec3 p2 = rayEnd * params.y;
					vec3 delta = p1 - p2;
					len = length( delta );

				}

				float norm = len / linewidth;

				#ifndef USE_DASH

					#ifdef USE_ALPHA_TO_COVERAGE

						float dnorm = fwidth( norm );
						alpha = 1.0 - smoothstep( 0.5 - dnorm, 0.5 + dnorm, norm );

					#else

						if ( norm > 0.5 ) {

							discard;

						}

					#endif

				#endif

			#else

				#ifdef USE_ALPHA_TO_COVERAGE

					// artifacts appear on some hardware if a derivative is taken within a conditional
					float a = vUv.x;
					float b = ( vUv.y > 0.0 ) ? vUv.y - 1.0 : vUv.y + 1.0;
					float len2 = a * a + b * b;
					float dlen = fwidth( len2 );

					if ( abs( vUv.y ) > 1.0 ) {

						alpha = 1.0 - smoothstep( 1.0 - dlen, 1.0 + dlen, len2 );

					}

				#else

					if ( abs( vUv.y ) > 1.0 ) {

						float a = vUv.x;
						float b = ( vUv.y > 0.0 ) ? vUv.y - 1.0 : vUv.y + 1.0;
						float len2 = a * a + b * b;

						if ( len2 > 1.0 ) discard;

					}

				#endif

			#endif

			#include <logdepthbuf_fragment>
			#include <color_fragment>

			gl_FragColor = vec4( diffuseColor.rgb, alpha );

			#include <tonemapping_fragment>
			#include <colorspace_fragment>
			#include <fog_fragment>
			#include <premultiplied_alpha_fragment>

		}
		`};var Wi=class extends Ai{constructor(t){super({type:"LineMaterial",uniforms:cl.clone(ei.line.uniforms),vertexShader:ei.line.vertexShader,fragmentShader:ei.line.fragmentShader,clipping:!0}),this.isLineMaterial=!0,this.setValues(t)}get color(){return this.uniforms.diffuse.value}set color(t){this.uniforms.diffuse.value=t}get worldUnits(){return"WORLD_UNITS"in this.defines}set worldUnits(t){t===!0!==this.worldUnits&&(this.needsUpdate=!0),t===!0?this.defines.WORLD_UNITS="":delete this.defines.WORLD_UNITS}get linewidth(){return this.uniforms.linewidth.value}set linewidth(t){this.uniforms.linewidth&&(this.uniforms.linewidth.value=t)}get dashed(){return"USE_DASH"in this.defines}set dashed(t){t===!0!==this.dashed&&(this.needsUpdate=!0),t===!0?this.defines.USE_DASH="":delete this.defines.USE_DASH}get dashScale(){return this.uniforms.dashScale.value}set dashScale(t){this.uniforms.dashScale.value=t}get dashSize(){return this.uniforms.dashSize.value}set dashSize(t){this.uniforms.dashSize.value=t}get dashOffset(){return this.uniforms.dashOffset.value}set dashOffset(t){this.uniforms.dashOffset.value=t}get gapSize(){return this.uniforms.gapSize.value}set gapSize(t){this.uniforms.gapSize.value=t}get opacity(){return this.uniforms.opacity.value}set opacity(t){this.uniforms&&(this.uniforms.opacity.value=t)}get resolution(){return this.uniforms.resolution.value}set resolution(t){this.uniforms.resolution.value.copy(t)}get alphaToCoverage(){return"USE_ALPHA_TO_COVERAGE"in this.defines}set alphaToCoverage(t){this.defines&&(t===!0!==this.alphaToCoverage&&(this.needsUpdate=!0),t===!0?this.defines.USE_ALPHA_TO_COVERAGE="":delete this.defines.USE_ALPHA_TO_COVERAGE)}};var xf=new Be,Zg=new R,Jg=new R,Un=new Be,Fn=new Be,us=new Be,yf=new R,vf=new Ie,On=new Is,Kg=new R,kh=new Cn,zh=new Bi,ds=new Be,fs,Ur;function jg(i,t,e){return ds.set(0,0,-t,1).applyMatrix4(i.projectionMatrix),ds.multiplyScalar(1/ds.w),ds.x=Ur/e.width,ds.y=Ur/e.height,ds.applyMatrix4(i.projectionMatrixInverse),ds.multiplyScalar(1/ds.w),Math.abs(Math.max(ds.x,ds.y))}function Ow(i,t){let e=i.matrixWorld,n=i.geometry,s=n.attributes.instanceStart,r=n.attributes.instanceEnd,o=Math.min(n.instanceCount,s.count);for(let a=0,l=o;a<l;a++){On.start.fromBufferAttribute(s,a),On.end.fromBufferAttribute(r,a),On.applyMatrix4(e);let c=new R,h=new R;fs.distanceSqToSegment(On.start,On.end,h,c),h.distanceTo(c)<Ur*.5&&t.push({point:h,pointOnLine:c,distance:fs.origin.distanceTo(h),object:i,face:null,faceIndex:a,uv:null,uv1:null})}}function Bw(i,t,e){let n=t.projectionMatrix,r=i.material.resolution,o=i.matrixWorld,a=i.geometry,l=a.attributes.instanceStart,c=a.attributes.instanceEnd,h=Math.min(a.instanceCount,l.count),u=-t.near;fs.at(1,us),us.w=1,us.applyMatrix4(t.matrixWorldInverse),us.applyMatrix4(n),us.multiplyScalar(1/us.w),us.x*=r.x/2,us.y*=r.y/2,us.z=0,yf.copy(us),vf.multiplyMatrices(t.matrixWorldInverse,o);for(let d=0,f=h;d<f;d++){if(Un.fromBufferAttribute(l,d),Fn.fromBufferAttribute(c,d),Un.w=1,Fn.w=1,Un.applyMatrix4(vf),Fn.applyMatrix4(vf),Un.z>u&&Fn.z>u)continue;if(Un.z>u){let w=Un.z-Fn.z,S=(Un.z-u)/w;Un.lerp(Fn,S)}else if(Fn.z>u){let w=Fn.z-Un.z,S=(Fn.z-u)/w;Fn.lerp(Un,S)}Un.applyMatrix4(n),Fn.applyMatrix4(n),Un.multiplyScalar(1/Un.w),Fn.multiplyScalar(1/Fn.w),Un.x*=r.x/2,Un.y*=r.y/2,Fn.x*=r.x/2,Fn.y*=r.y/2,On.start.copy(Un),On.start.z=0,On.end.copy(Fn),On.end.z=0;let _=On.closestPointToPointParameter(yf,!0);On.at(_,Kg);let m=ll.lerp(Un.z,Fn.z,_),g=m>=-1&&m<=1,v=yf.distanceTo(Kg)<Ur*.5;if(g&&v){On.start.fromBufferAttribute(l,d),On.end.fromBufferAttribute(c,d),On.start.applyMatrix4(o),On.end.applyMatrix4(o);let w=new R,S=new R;fs.distanceSqToSegment(On.start,On.end,S,w),e.push({point:S,pointOnLine:w,distance:fs.origin.distanceTo(S),object:i,face:null,faceIndex:d,uv:null,uv1:null})}}}var Vh=class extends je{constructor(t=new Oo,e=new Wi({color:Math.random()*16777215})){super(t,e),this.isLineSegments2=!0,this.type="LineSegments2"}computeLineDistances(){let t=this.geometry,e=t.attributes.instanceStart,n=t.attributes.instanceEnd,s=new Float32Array(2*e.count);for(let o=0,a=0,l=e.count;o<l;o++,a+=2)Zg.fromBufferAttribute(e,o),Jg.fromBufferAttribute(n,o),s[a]=a===0?0:s[a-1],s[a+1]=s[a]+Zg.distanceTo(Jg);let r=new ir(s,2,1);return t.setAttribute("instanceDistanceStart",new ki(r,1,0)),t.setAttribute("instanceDistanceEnd",new ki(r,1,1)),this}raycast(t,e){let n=this.material.worldUnits,s=t.camera;if(s===null&&!n&&console.error('LineSegments2: "Raycaster.camera" needs to be set in order to raycast against LineSegments2 while worldUnits is set to false.'),n===!1&&(this.material.resolution.x===0||this.material.resolution.y===0))return;let r=t.params.Line2!==void 0&&t.params.Line2.threshold||0;fs=t.ray;let o=this.matrixWorld,a=this.geometry,l=this.material;Ur=l.linewidth+r,a.boundingSphere===null&&a.computeBoundingSphere(),zh.copy(a.boundingSphere).applyMatrix4(o);let c;if(n)c=Ur*.5;else{let u=Math.max(s.near,zh.distanceToPoint(fs.origin));c=jg(s,u,l.resolution)}if(zh.radius+=c,fs.intersectsSphere(zh)===!1)return;a.boundingBox===null&&a.computeBoundingBox(),kh.copy(a.boundingBox).applyMatrix4(o);let h;if(n)h=Ur*.5;else{let u=Math.max(s.near,kh.distanceToPoint(fs.origin));h=jg(s,u,l.resolution)}kh.expandByScalar(h),fs.intersectsBox(kh)!==!1&&(n?Ow(this,e):Bw(this,s,e))}onBeforeRender(t){let e=this.material.uniforms;e&&e.resolution&&(t.getViewport(xf),this.material.uniforms.resolution.value.set(xf.z,xf.w))}};var Fs=class extends Oo{constructor(){super(),this.isLineGeometry=!0,this.type="LineGeometry"}setPositions(t){let e=t.length-3,n=new Float32Array(2*e);for(let s=0;s<e;s+=3)n[2*s]=t[s],n[2*s+1]=t[s+1],n[2*s+2]=t[s+2],n[2*s+3]=t[s+3],n[2*s+4]=t[s+4],n[2*s+5]=t[s+5];return super.setPositions(n),this}setColors(t){let e=t.length-3,n=new Float32Array(2*e);for(let s=0;s<e;s+=3)n[2*s]=t[s],n[2*s+1]=t[s+1],n[2*s+2]=t[s+2],n[2*s+3]=t[s+3],n[2*s+4]=t[s+4],n[2*s+5]=t[s+5];return super.setColors(n),this}setFromPoints(t){let e=t.length-1,n=new Float32Array(6*e);for(let s=0;s<e;s++)n[6*s]=t[s].x,n[6*s+1]=t[s].y,n[6*s+2]=t[s].z||0,n[6*s+3]=t[s+1].x,n[6*s+4]=t[s+1].y,n[6*s+5]=t[s+1].z||0;return super.setPositions(n),this}fromLine(t){let e=t.geometry;return this.setPositions(e.attributes.position.array),this}};var Fr=class extends Vh{constructor(t=new Fs,e=new Wi({color:Math.random()*16777215})){super(t,e),this.isLine2=!0,this.type="Line2"}};var kw=i=>{let t=atob(i),e=new Uint8Array(t.length);for(let n=0;n<t.length;n++)e[n]=t.charCodeAt(n);return e},zw=async i=>{let t=new Blob([i]).stream().pipeThrough(new DecompressionStream("deflate"));return new Uint8Array(await new Response(t).arrayBuffer())},Vw=(i,t,e)=>{let n=t*e,s=new Uint32Array(n);for(let r=0;r<n;r++){let o=(i[r]|i[n+r]<<8|i[2*n+r]<<16|i[3*n+r]<<24)>>>0,a=o>>>1^-(o&1);s[r]=a+(r>=e?s[r-e]:0)}return new Float32Array(s.buffer)},Hw=(i,t,e,n)=>{let s=t*e,r=new Int16Array(s);for(let a=0;a<s;a++){let l=i[a]|i[s+a]<<8;r[a]=(l>>>1^-(l&1))+(a>=e?r[a-e]:0)}let o=(n.length?n:[1]).map(a=>a/32767);return{words:r,factors:o}},Sf=class{constructor(t,e){if(Object.assign(this,t),t.type==="double"&&(this.numbers=new Float64Array(e.buffer,0,t.rows*t.width)),t.type==="float"&&(this.numbers=Vw(e,t.rows,t.width)),t.type==="short"){let{words:n,factors:s}=Hw(e,t.rows,t.width,t.scales);this.words=n,this.factors=s}}at(t,e){let n=t*this.width+e;return this.numbers?this.numbers[n]:this.words[n]*this.factors[e%this.factors.length]}},Gh=i=>i.replace(/%/g,"%25").replace(/\//g,"%2F"),Bo=(i,t,e,n)=>{let{width:s,numbers:r,words:o,factors:a}=i,l=t*s,c=r??o,h=a?.length??1;if(e>0)for(let u=0;u<s;u++)n[u]=c[l+u]+e*(c[l+s+u]-c[l+u]);else for(let u=0;u<s;u++)n[u]=c[l+u];if(!r)for(let u=0;u<s;u++)n[u]*=a[h===1?0:u%h];return n},Qg=async()=>{let i=JSON.parse(document.getElementById("page").textContent),t=new Map;await Promise.all(i.blocks.map(async(e,n)=>{let s=document.getElementById(`block-${n}`),r=s.textContent;s.remove(),t.set(e.name,new Sf(e,await zw(kw(r))))}));for(let e of i.scene?[i.scene.joints,i.scene.springs,i.scene.couplings]:[])Object.setPrototypeOf(e,null);return i.block=e=>t.get(e),i.channelIndex=new Map(i.channels.map((e,n)=>[e.name,n])),i},Hh=class{constructor(t){this.page=t,this.time=t.block("time.plot").numbers,this.matrix=t.block("channels")}has(t){return this.page.channelIndex.has(t)}unit(t){return this.page.channels[this.page.channelIndex.get(t)].unit}values(t){let e=this.page.channelIndex.get(t),{offset:n}=this.page.channels[e],s=new Float64Array(this.time.length);for(let r=0;r<s.length;r++)s[r]=this.matrix.at(r,e)+(n??0);return s}at(t,e){let n=this.page.channelIndex.get(t);if(n===void 0)return 0;let{time:s,matrix:r}=this,o=this.page.channels[n].offset??0,[a,l]=pl(s,e),c=r.at(a,n);return o+(l>0?c+l*(r.at(a+1,n)-c):c)}},pl=(i,t)=>{let e=0,n=i.length-1;if(n<=0||t<=i[0])return[0,0];if(t>=i[n])return[n,0];for(;n-e>1;){let r=e+n>>1;i[r]<=t?e=r:n=r}let s=i[n]-i[e];return[e,s>0?(t-i[e])/s:0]};var qh=i=>new Ee().setFromRotationMatrix(new Ie().set(i[0],i[1],i[2],0,i[3],i[4],i[5],0,i[6],i[7],i[8],0,0,0,0,1)),Ri=(i,t)=>({node:t.node,arm:new R(...t.at).sub(i.referencePosition(t.node)),turn:t.triad?qh(t.triad):t.turn?new Ee(t.turn[1],t.turn[2],t.turn[3],t.turn[0]):new Ee}),t0=(i,t)=>{i.w<0&&i.set(-i.x,-i.y,-i.z,-i.w);let e=Math.hypot(i.x,i.y,i.z);if(e<1e-12)return i;let n=Math.atan2(e,i.w)*t,s=Math.sin(n)/e;return i.set(i.x*s,i.y*s,i.z*s,Math.cos(n))},Mf=class{constructor(t,e){this.node=t.node,this.reference=new R(...t.position),this.back=qh(t.axes).invert();let n=(s,r)=>r.map(o=>e.get(`${t.name}.${s}.${o}`)??-1);this.position=n("position",["x","y","z"]),this.quaternion=t.point?null:n("quaternion",["x","y","z","w"]),this.quaternion?.some(s=>s<0)&&(this.quaternion=null),this.x=this.reference.clone(),this.q=new Ee}update(t,e,n){if(this.position[0]<0)return;let s=(r,o)=>r.map(a=>t.at(o,a));this.x.fromArray(s(this.position,e)),n>0&&this.x.lerp(new R(...s(this.position,e+1)),n),this.quaternion&&(this.q.fromArray(s(this.quaternion,e)),n>0&&this.q.slerp(new Ee(...s(this.quaternion,e+1)),n),this.q.multiply(this.back).normalize())}},wf=class{constructor(t,e){let n=s=>t.block(`beams/${Gh(e.name)}/${s}`);this.beam=e,this.count=e.nodes,this.firstNode=e.first_node,this.span=n("span").numbers,this.reference=n("reference_position").numbers,this.referenceTurn=e0(n("reference_quaternion")),this.stationTurn=e0(n("station_quaternion")),this.positions=n("position"),this.turns=n("quaternion"),this.force=n("force"),this.strain=n("strain"),this.x=new Float32Array(this.reference),this.q=new Float32Array(this.referenceTurn)}update(t,e){if(!this.positions)return;let{x:n,q:s,positions:r,turns:o,count:a}=this;Bo(r,t,e,n);let{words:l,width:c}=o;for(let h=0;h<a;h++){let u=t*c+4*h,d=l[u],f=l[u+1],p=l[u+2],_=l[u+3];if(e>0){let g=u+c,w=d*l[g]+f*l[g+1]+p*l[g+2]+_*l[g+3]<0?-e:e;d+=w*l[g]-e*d,f+=w*l[g+1]-e*f,p+=w*l[g+2]-e*p,_+=w*l[g+3]-e*_}let m=1/Math.sqrt(d*d+f*f+p*p+_*_||1);s[4*h]=f*m,s[4*h+1]=p*m,s[4*h+2]=_*m,s[4*h+3]=d*m}}},e0=i=>{let t=new Float32Array(i.rows*i.width);for(let e=0;e<t.length;e+=4)for(let n=0;n<4;n++)t[e+(n+3)%4]=i.numbers[e+n];return t},Xi=new R,ko=new R,Wh=new Is,bf=new Ee,zo=new Ee,Gw=new Ee().setFromRotationMatrix(new Ie().set(0,0,1,0,1,0,0,0,0,1,0,0,0,0,0,1)),Xh=class{constructor(t){this.page=t,this.geometry=t.geometry,this.times=t.block("time.frames").numbers,this.poses=t.block("poses");let e=new Map(t.channels.filter(n=>n.pose).map((n,s)=>[n.name,s]));this.bodies=(this.geometry.bodies??[]).map(n=>new Mf(n,e)),this.beams=(this.geometry.beams??[]).map(n=>new wf(t,n)),this.bodyOf=new Map(this.bodies.map(n=>[n.node,n])),this.exaggeration={factor:1,from:"written"},this.mode=null,this.modes=Ww(t),this.setTime(this.times[0])}get start(){return this.times[0]}get end(){return this.times[this.times.length-1]}beamOf(t){return this.beams.find(e=>t>=e.firstNode&&t<e.firstNode+e.count)}referencePosition(t){if(this.bodyOf.has(t))return this.bodyOf.get(t).reference.clone();let e=this.beamOf(t);return e?new R().fromArray(e.reference,3*(t-e.firstNode)):new R}setTime(t){this.time=t;let[e,n]=pl(this.times,t);this.frame=e+n;for(let s of this.bodies)s.update(this.poses,e,n);for(let s of this.beams)s.update(e,n);this.mode?this.addMode():this.exaggeration.factor!==1&&this.exaggerate()}refresh(){this.setTime(this.time)}exaggerate(){let{factor:t,from:e}=this.exaggeration;if(e==="written")for(let n of this.bodies)n.x.sub(n.reference).multiplyScalar(t).add(n.reference),t0(n.q,t);for(let n of this.beams){let s=this.rigidMotion(n,e);for(let r=0;r<n.count;r++)Xi.fromArray(n.reference,3*r).sub(s.from).applyQuaternion(s.turn).add(s.to),ko.fromArray(n.x,3*r).sub(Xi).multiplyScalar(t).add(Xi).toArray(n.x,3*r),zo.fromArray(n.referenceTurn,4*r).premultiply(s.turn),bf.fromArray(n.q,4*r).multiply(zo.clone().invert()),t0(bf,t).multiply(zo).toArray(n.q,4*r)}}rigidMotion(t,e){let n=t.count-1,s={from:new R,to:new R,turn:new Ee};return e==="written"||(s.from.fromArray(t.reference,0),s.to.fromArray(t.x,0),s.turn.fromArray(t.q,0).multiply(new Ee().fromArray(t.referenceTurn,0).invert()),e==="start")||(Xi.fromArray(t.reference,3*n).sub(s.from).applyQuaternion(s.turn),ko.fromArray(t.x,3*n).sub(s.to),Xi.length()>1e-9&&ko.length()>1e-9&&s.turn.premultiply(new Ee().setFromUnitVectors(Xi.normalize(),ko.normalize()))),s}addMode(){let{index:t,phase:e,amplitude:n}=this.mode,{nodes:s,displacement:r,rotation:o}=this.modes,a=n/this.modes.largest[t],l=Math.cos(e)*a,c=-Math.sin(e)*a,h=(d,f,p)=>{let _=(t*s+f)*2;return p.set(...[0,1,2].map(m=>l*d.at(_,m)+c*d.at(_+1,m)))},u=d=>{let f=d.length();return bf.setFromAxisAngle(f>0?d.divideScalar(f):d.set(1,0,0),f)};for(let d of this.bodies)d.x.add(h(r,d.node,Xi)),d.q.premultiply(u(h(o,d.node,Xi)));for(let d of this.beams)for(let f=0;f<d.count;f++)ko.fromArray(d.x,3*f).add(h(r,d.firstNode+f,Xi)).toArray(d.x,3*f),zo.fromArray(d.q,4*f).premultiply(u(h(o,d.firstNode+f,Xi))).toArray(d.q,4*f)}node(t,e,n){let s=this.bodyOf.get(t);if(s){e.copy(s.x),n.copy(s.q);return}let r=this.beamOf(t);if(!r){e.set(0,0,0),n.identity();return}let o=t-r.firstNode;e.fromArray(r.x,3*o),n.fromArray(r.q,4*o).multiply(zo.fromArray(r.referenceTurn,4*o).invert())}alongTrack(t,e,n){let s=1/0;for(let r of this.beams)if(t.includes(r.beam.name))for(let o=0;o+1<r.count;o++){Wh.start.fromArray(r.x,3*o),Wh.end.fromArray(r.x,3*o+3);let a=Wh.closestPointToPointParameter(e,!0),l=Wh.at(a,ko).distanceToSquared(e);l>=s||(s=l,n.fromArray(r.q,4*o).slerp(zo.fromArray(r.q,4*o+4),a).multiply(Gw))}}place(t,e,n){this.node(t.node,e,n),e.add(Xi.copy(t.arm).applyQuaternion(n)),n.multiply(t.turn)}},Ww=i=>{let t=i.block("modes/frequency");if(!t)return null;let e=t.rows*t.width,n=i.block("modes/displacement"),s=i.block("modes/rotation"),r=n.rows/e/2,o=l=>Array.from({length:e},(c,h)=>l.numbers[h]),a=o(t).map((l,c)=>{let h=0;for(let u=0;u<2*r;u++){let d=c*2*r+u;h=Math.max(h,Math.hypot(n.at(d,0),n.at(d,1),n.at(d,2)))}return h||1});return{count:e,nodes:r,displacement:n,rotation:s,largest:a,frequency:o(t),damping:o(i.block("modes/damping"))}};var Kt=i=>{if(i===null||!Number.isFinite(i))return"\u2013";if(i===0||Math.abs(i)<1e-300)return"0";let t=Math.abs(i);return t>=.001&&t<1e5?String(Number(i.toPrecision(4))):i.toExponential(3).replace(/\.?0+e/,"e").replace("e+","e")};var Xw=new R(0,0,1),qi=(i,t={})=>new ls({color:i,roughness:.55,metalness:.08,...t}),qw=i=>(i.castShadow=!0,i),ml=(i,t)=>(i.quaternion.setFromUnitVectors(Xw,t.clone().normalize()),i),Tf=class extends Dn{constructor(t,e,n){super(),Object.assign(this,{radius:t,length:e,turns:n})}getPoint(t,e=new R){let n=2*Math.PI*this.turns*t;return e.set(this.radius*Math.cos(n),this.radius*Math.sin(n),(t-.5)*this.length)}},n0=i=>Array.from({length:i.length/2},(t,e)=>new pt(i[2*e],i[2*e+1])),i0=(i,t)=>{let e=new Mr(n0(i));return t&&e.holes.push(new br(n0(t))),e},Ef=i=>i.rotateX(Math.PI/2),Yw={box:([i,t,e])=>new Qs(i,t,e),ball:([i])=>new Tr(i,28,20),cylinder:([i,t])=>Ef(new Ps(i,i,t,36)),bar:([i,t])=>Ef(new Pa(i,t,8,20)),sleeve:([i,t])=>Ef(new Ps(i,i,t,32,1,!0)),ring:([i,t])=>new Ha(i,t,12,36),helix:([i,t,e,n])=>new Ar(new Tf(i,t,e),Math.ceil(e*20),n,8),prism:([i],t,e)=>i>0?new za(i0(t,e),{depth:i,bevelEnabled:!1}).translate(0,0,-i/2):new Va(i0(t,e))},s0=i=>{let t={metal:{metalness:.45,roughness:.4},joint:{metalness:.25,roughness:.45},ground:{roughness:.9},sleeve:{metalness:.4,roughness:.4,side:Nn,transparent:!0},spring:{metalness:.35,roughness:.45},glass:{transparent:!0,depthWrite:!1}};return Object.fromEntries(Object.entries(i).map(([e,{color:n,opacity:s}])=>[e,qi(n,{...t[e],opacity:s})]))},ps=(i,t,e)=>{let n=new Ge,s=e?.clone();s&&Object.assign(s,{transparent:!0,opacity:.35,side:Nn,depthWrite:!1});let r={...t,own:e,"own-glass":s};for(let{kind:o,paint:a,size:l,at:c,turn:h,corners:u,hole:d}of i){let f=qw(new je(Yw[o](l,u,d),r[a]));f.position.set(...c),f.quaternion.set(h[1],h[2],h[3],h[0]),n.add(f)}return n};var Yh=i=>`${(i.terms??[]).map(({joint:e,coordinate:n,factor:s},r)=>{let o=Math.abs(s)===1?"":`${Kt(Math.abs(s))}\u2009`;return`${s<0?"\u2212":r?"+":""}${r?" ":""}${o}${e}.${n}`}).join(" ")} ${i.laws?.length?`= ${i.name}.sum`:`= ${Kt(i.value??0)}`}`,Af=(i,t="#a678c8",{linewidth:e=2,above:n=!1}={})=>{let s=new Wi({color:t,linewidth:e,dashed:!0,dashSize:1,gapSize:1,depthTest:!n,transparent:n}),r=new Fr(new Fs,s);n&&(r.renderOrder=1),r.frustumCulled=!1;let o=i.map(()=>new R),a=new R;return{object:r,anchor:l=>l.copy(a),update:()=>{i.forEach((c,h)=>c(o[h]));let l=o.slice(1).reduce((c,h,u)=>c+h.distanceTo(o[u]),0);a.copy(o[0]).lerp(o[o.length-1],.5),r.visible=l>0,r.visible&&(r.geometry.setPositions(o.flatMap(c=>c.toArray())),s.dashSize=s.gapSize=l/41,r.computeLineDistances())}}},r0=(i,t,e,n)=>{let s={kind:"joint",name:t.name,type:t.type},r=i.page.scene.couplings[t.name];if(!r)return n.length>1?{...s,...Af(n)}:{...s,object:new Ge,update:()=>{}};let o=new Ge,a=r.wheels.map(({color:c,frame:h,pieces:u})=>({frame:Ri(i,h),look:ps(u,e.paint,qi(c,{metalness:.2,roughness:.45}))}));o.add(...a.map(c=>c.look));let l=Ri(i,r.contact);return{...s,object:o,anchor:c=>(i.place(l,c,new Ee),c),update:()=>a.forEach(({frame:c,look:h})=>i.place(c,h.position,h.quaternion))}};var Y=(i,t={},...e)=>{let n=document.createElement(i);for(let[s,r]of Object.entries(t))r!==void 0&&r!==!1&&n.setAttribute(s,r===!0?"":r);return n.append(...e),n},Zw={play:"M7 4l13 8-13 8z",pause:"M7 4h4v16H7zM14 4h4v16h-4z",first:"M6 5v14M19 5l-10 7 10 7z",back:"M18 5L8 12l10 7z",next:"M6 5l10 7-10 7z",loop:"M17 3l3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4",camera:"M4 8h3l2-3h6l2 3h3v11H4zM12 17a4 4 0 1 0 0-8 4 4 0 0 0 0 8",theme:"M12 4a8 8 0 1 0 8 8 6 6 0 0 1-8-8",help:"M9.5 9a2.6 2.6 0 1 1 3.6 2.4c-.8.4-1.1.9-1.1 1.8M12 17v.2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18",plot:"M4 4v16h16M7 15l4-5 3 3 5-7",tree:"M5 5h6M5 12h6M5 19h6M15 5h4M15 12h4M15 19h4",eye:"M2 12s4-6 10-6 10 6 10 6-4 6-10 6S2 12 2 12zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5",hidden:"M4 4l16 16M9 6.5A10 10 0 0 1 12 6c6 0 10 6 10 6a17 17 0 0 1-3 3.4M6 8a17 17 0 0 0-4 4s4 6 10 6c1 0 2-.2 3-.5"},Vo=i=>{let t=document.createElementNS("http://www.w3.org/2000/svg","svg");t.setAttribute("viewBox","0 0 24 24");let e=document.createElementNS("http://www.w3.org/2000/svg","path");return e.setAttribute("d",Zw[i]),t.append(e),["play","pause","back","next"].includes(i)&&t.classList.add("solid"),t},ni=(i,t,e,n)=>{let s=Y("button",{class:"icon",title:t,"aria-label":t,id:n},Vo(i));return s.addEventListener("click",e),s};var Jw="uplot",Kw="u-hz",jw="u-vt",Qw="u-title",t1="u-wrap",e1="u-under",n1="u-over",i1="u-axis",kr="u-off",s1="u-select",r1="u-cursor-x",o1="u-cursor-y",a1="u-cursor-pt",l1="u-legend",c1="u-live",h1="u-inline",u1="u-series",d1="u-marker",o0="u-label",f1="u-value",_l="width",xl="height";var a0="bottom",Ho="left",Rf="right",Xf="#000",l0=Xf+"0",Cf="mousemove",c0="mousedown",Pf="mouseup",h0="mouseenter",u0="mouseleave",d0="dblclick",p1="resize",m1="scroll",f0="change",jh="dppxchange",qf="--",Zo=typeof window<"u",Uf=Zo?document:null,Wo=Zo?window:null,g1=Zo?navigator:null,Ne,$h;function Ff(){let i=devicePixelRatio;Ne!=i&&(Ne=i,$h&&Bf(f0,$h,Ff),$h=matchMedia(`(min-resolution: ${Ne-.001}dppx) and (max-resolution: ${Ne+.001}dppx)`),zr(f0,$h,Ff),Wo.dispatchEvent(new CustomEvent(jh)))}function yi(i,t){if(t!=null){let e=i.classList;!e.contains(t)&&e.add(t)}}function Of(i,t){let e=i.classList;e.contains(t)&&e.remove(t)}function Qe(i,t,e){i.style[t]=e+"px"}function Yi(i,t,e,n){let s=Uf.createElement(i);return t!=null&&yi(s,t),e?.insertBefore(s,n),s}function Ci(i,t){return Yi("div",i,t)}var p0=new WeakMap;function ms(i,t,e,n,s){let r="translate("+t+"px,"+e+"px)",o=p0.get(i);r!=o&&(i.style.transform=r,p0.set(i,r),t<0||e<0||t>n||e>s?yi(i,kr):Of(i,kr))}var m0=new WeakMap;function g0(i,t,e){let n=t+e,s=m0.get(i);n!=s&&(m0.set(i,n),i.style.background=t,i.style.borderColor=e)}var _0=new WeakMap;function x0(i,t,e,n){let s=t+""+e,r=_0.get(i);s!=r&&(_0.set(i,s),i.style.height=e+"px",i.style.width=t+"px",i.style.marginLeft=n?-t/2+"px":0,i.style.marginTop=n?-e/2+"px":0)}var Yf={passive:!0},_1={...Yf,capture:!0};function zr(i,t,e,n){t.addEventListener(i,e,n?_1:Yf)}function Bf(i,t,e,n){t.removeEventListener(i,e,Yf)}Zo&&Ff();function $i(i,t,e,n){let s;e=e||0,n=n||t.length-1;let r=n<=2147483647;for(;n-e>1;)s=r?e+n>>1:vi((e+n)/2),t[s]<i?e=s:n=s;return i-t[e]<=t[n]-i?e:n}function q0(i){return(e,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(e[a])){r=a;break}for(let a=s;a>=n;a--)if(i(e[a])){o=a;break}return[r,o]}}var Y0=i=>i!=null,$0=i=>i!=null&&i>0,eu=q0(Y0),x1=q0($0);function y1(i,t,e,n=0,s=!1){let r=s?x1:eu,o=s?$0:Y0;[t,e]=r(i,t,e);let a=i[t],l=i[t];if(t>-1)if(n==1)a=i[t],l=i[e];else if(n==-1)a=i[e],l=i[t];else for(let c=t;c<=e;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??Xe,l??-Xe]}function nu(i,t,e,n){let s=S0(i),r=S0(t);i==t&&(s==-1?(i*=e,t/=e):(i/=e,t*=e));let o=e==10?Os:Z0,a=s==1?vi:Pi,l=r==1?Pi:vi,c=a(o(Sn(i))),h=l(o(Sn(t))),u=Xo(e,c),d=Xo(e,h);return e==10&&(c<0&&(u=qe(u,-c)),h<0&&(d=qe(d,-h))),n||e==2?(i=u*s,t=d*r):(i=Q0(i,u),t=iu(t,d)),[i,t]}function $f(i,t,e,n){let s=nu(i,t,e,n);return i==0&&(s[0]=0),t==0&&(s[1]=0),s}var Zf=.1,y0={mode:3,pad:Zf},vl={pad:0,soft:null,mode:0},v1={min:vl,max:vl};function Qh(i,t,e,n){return su(e)?v0(i,t,e):(vl.pad=e,vl.soft=n?0:null,vl.mode=n?3:0,v0(i,t,v1))}function Le(i,t){return i??t}function S1(i,t,e){for(t=Le(t,0),e=Le(e,i.length-1);t<=e;){if(i[t]!=null)return!0;t++}return!1}function v0(i,t,e){let n=e.min,s=e.max,r=Le(n.pad,0),o=Le(s.pad,0),a=Le(n.hard,-Xe),l=Le(s.hard,Xe),c=Le(n.soft,Xe),h=Le(s.soft,-Xe),u=Le(n.mode,0),d=Le(s.mode,0),f=t-i,p=Os(f),_=ii(Sn(i),Sn(t)),m=Os(_),g=Sn(m-p);(f<1e-24||g>10)&&(f=0,(i==0||t==0)&&(f=1e-24,u==2&&c!=Xe&&(r=0),d==2&&h!=-Xe&&(o=0)));let v=f||_||1e3,w=Os(v),S=Xo(10,vi(w)),C=v*(f==0?i==0?.1:1:r),A=qe(Q0(i-C,S/10),24),y=i>=c&&(u==1||u==3&&A<=c||u==2&&A>=c)?c:Xe,T=ii(a,A<y&&i>=y?y:Zi(y,A)),O=v*(f==0?t==0?.1:1:o),L=qe(iu(t+O,S/10),24),D=t<=h&&(d==1||d==3&&L>=h||d==2&&L<=h)?h:-Xe,z=Zi(l,L>D&&t<=D?D:ii(D,L));return T==z&&T==0&&(z=100),[T,z]}var b1=new Intl.NumberFormat(Zo?g1.language:"en-US"),Jf=i=>b1.format(i),Si=Math,Kh=Si.PI,Sn=Si.abs,vi=Si.floor,vn=Si.round,Pi=Si.ceil,Zi=Si.min,ii=Si.max,Xo=Si.pow,S0=Si.sign,Os=Si.log10,Z0=Si.log2,M1=(i,t=1)=>Si.sinh(i)*t,If=(i,t=1)=>Si.asinh(i/t),Xe=1/0;function b0(i){return(Os((i^i>>31)-(i>>31))|0)+1}function kf(i,t,e){return Zi(ii(i,t),e)}function J0(i){return typeof i=="function"}function Ce(i){return J0(i)?i:()=>i}var w1=()=>{},K0=i=>i,j0=(i,t)=>t,E1=i=>null,M0=i=>!0,w0=(i,t)=>i==t,T1=/\.\d*?(?=9{6,}|0{6,})/gm,Vr=i=>{if(e_(i)||cr.has(i))return i;let t=`${i}`,e=t.match(T1);if(e==null)return i;let n=e[0].length-1;if(t.indexOf("e-")!=-1){let[s,r]=t.split("e");return+`${Vr(s)}e${r}`}return qe(i,n)};function Or(i,t){return Vr(qe(Vr(i/t))*t)}function iu(i,t){return Vr(Pi(Vr(i/t))*t)}function Q0(i,t){return Vr(vi(Vr(i/t))*t)}function qe(i,t=0){if(e_(i))return i;let e=10**t,n=i*e*(1+Number.EPSILON);return vn(n)/e}var cr=new Map;function t_(i){return((""+i).split(".")[1]||"").length}function bl(i,t,e,n){let s=[],r=n.map(t_);for(let o=t;o<e;o++){let a=Sn(o),l=qe(Xo(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,u=(o>=0?0:a)+(o>=r[c]?0:r[c]),d=i==10?h:qe(h,u);s.push(d),cr.set(d,u)}}return s}var Sl={},Kf=[],qo=[null,null],lr=Array.isArray,e_=Number.isInteger,A1=i=>i===void 0;function E0(i){return typeof i=="string"}function su(i){let t=!1;if(i!=null){let e=i.constructor;t=e==null||e==Object}return t}function R1(i){return i!=null&&typeof i=="object"}var C1=Object.getPrototypeOf(Uint8Array),n_="__proto__";function Yo(i,t=su){let e;if(lr(i)){let n=i.find(s=>s!=null);if(lr(n)||t(n)){e=Array(i.length);for(let s=0;s<i.length;s++)e[s]=Yo(i[s],t)}else e=i.slice()}else if(i instanceof C1)e=i.slice();else if(t(i)){e={};for(let n in i)n!=n_&&(e[n]=Yo(i[n],t))}else e=i;return e}function gn(i){let t=arguments;for(let e=1;e<t.length;e++){let n=t[e];for(let s in n)s!=n_&&(su(i[s])?gn(i[s],Yo(n[s])):i[s]=Yo(n[s]))}return i}var P1=0,I1=1,L1=2;function D1(i,t,e){for(let n=0,s,r=-1;n<t.length;n++){let o=t[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<e&&i[s]==null;)i[r=s++]=null}}}function N1(i,t){if(O1(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return B1(o[0])||(o=F1(o)),o}let e=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)e.add(l[h])}let n=[Array.from(e).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],u=Array(s).fill(void 0),d=t?t[o][c]:I1,f=[];for(let p=0;p<h.length;p++){let _=h[p],m=r.get(l[p]);_===null?d!=P1&&(u[m]=_,d==L1&&f.push(m)):u[m]=_}D1(u,f,s),n.push(u)}}return n}var U1=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function F1(i){let t=i[0],e=t.length,n=Array(e);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>t[r]-t[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(e);for(let l=0;l<e;l++)a[l]=o[n[l]];s.push(a)}return s}function O1(i){let t=i[0][0],e=t.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=e)return!1;if(s!=t){for(let r=0;r<e;r++)if(s[r]!=t[r])return!1}}return!0}function B1(i,t=100){let e=i.length;if(e<=1)return!0;let n=0,s=e-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=ii(1,vi((s-n+1)/t));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var i_=["January","February","March","April","May","June","July","August","September","October","November","December"],s_=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function r_(i){return i.slice(0,3)}var k1=s_.map(r_),z1=i_.map(r_),V1={MMMM:i_,MMM:z1,WWWW:s_,WWW:k1};function gl(i){return(i<10?"0":"")+i}function H1(i){return(i<10?"00":i<100?"0":"")+i}var G1={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,t)=>t.MMMM[i.getMonth()],MMM:(i,t)=>t.MMM[i.getMonth()],MM:i=>gl(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>gl(i.getDate()),D:i=>i.getDate(),WWWW:(i,t)=>t.WWWW[i.getDay()],WWW:(i,t)=>t.WWW[i.getDay()],HH:i=>gl(i.getHours()),H:i=>i.getHours(),h:i=>{let t=i.getHours();return t==0?12:t>12?t-12:t},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>gl(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>gl(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>H1(i.getMilliseconds())};function jf(i,t){t=t||V1;let e=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)e.push(s[0][0]=="{"?G1[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}var W1=new Intl.DateTimeFormat().resolvedOptions().timeZone;function X1(i,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+i+i.getTimezoneOffset()*6e4):t==W1?e=i:(e=new Date(i.toLocaleString("en-US",{timeZone:t})),e.setMilliseconds(i.getMilliseconds())),e}var o_=i=>i%1==0,tu=[1,2,2.5,5],q1=bl(10,-32,0,tu),a_=bl(10,0,32,tu),Y1=a_.filter(o_),Br=q1.concat(a_),Qf=`
`,l_="{YYYY}",T0=Qf+l_,c_="{M}/{D}",yl=Qf+c_,Zh=yl+"/{YY}",h_="{aa}",$1="{h}:{mm}",Go=$1+h_,A0=Qf+Go,R0=":{ss}",ke=null;function u_(i){let t=i*1e3,e=t*60,n=e*60,s=n*24,r=s*30,o=s*365,l=(i==1?bl(10,0,3,tu).filter(o_):bl(10,-3,0,tu)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,l_,ke,ke,ke,ke,ke,ke,1],[s*28,"{MMM}",T0,ke,ke,ke,ke,ke,1],[s,c_,T0,ke,ke,ke,ke,ke,1],[n,"{h}"+h_,Zh,ke,yl,ke,ke,ke,1],[e,Go,Zh,ke,yl,ke,ke,ke,1],[t,R0,Zh+" "+Go,ke,yl+" "+Go,ke,A0,ke,1],[i,R0+".{fff}",Zh+" "+Go,ke,yl+" "+Go,ke,A0,ke,1]];function h(u){return(d,f,p,_,m,g)=>{let v=[],w=m>=o,S=m>=r&&m<o,C=u(p),A=qe(C*i,3),y=Lf(C.getFullYear(),w?0:C.getMonth(),S||w?1:C.getDate()),T=qe(y*i,3);if(S||w){let O=S?m/r:0,L=w?m/o:0,D=A==T?A:qe(Lf(y.getFullYear()+L,y.getMonth()+O,1)*i,3),z=new Date(vn(D/i)),G=z.getFullYear(),N=z.getMonth();for(let H=0;D<=_;H++){let q=Lf(G+L*H,N+O*H,1),V=q-u(qe(q*i,3));D=qe((+q+V)*i,3),D<=_&&v.push(D)}}else{let O=m>=s?s:m,L=vi(p)-vi(A),D=T+L+iu(A-T,O);v.push(D);let z=u(D),G=z.getHours()+z.getMinutes()/e+z.getSeconds()/n,N=m/n,H=d.axes[f]._space,q=g/H;for(;D=qe(D+m,i==1?0:3),!(D>_);)if(N>1){let V=vi(qe(G+N,6))%24,Q=u(D).getHours()-V;Q>1&&(Q=-1),D-=Q*n,G=(G+N)%24;let et=v[v.length-1];qe((D-et)/m,3)*q>=.7&&v.push(D)}else v.push(D)}return v}}return[l,c,h]}var[Z1,J1,K1]=u_(1),[j1,Q1,tE]=u_(.001);bl(2,-53,53,[1]);function C0(i,t){return i.map(e=>e.map((n,s)=>s==0||s==8||n==null?n:t(s==1||e[8]==0?n:e[1]+n)))}function P0(i,t){return(e,n,s,r,o)=>{let a=t.find(p=>o>=p[0])||t[t.length-1],l,c,h,u,d,f;return n.map(p=>{let _=i(p),m=_.getFullYear(),g=_.getMonth(),v=_.getDate(),w=_.getHours(),S=_.getMinutes(),C=_.getSeconds(),A=m!=l&&a[2]||g!=c&&a[3]||v!=h&&a[4]||w!=u&&a[5]||S!=d&&a[6]||C!=f&&a[7]||a[1];return l=m,c=g,h=v,u=w,d=S,f=C,A(_)})}}function eE(i,t){let e=jf(t);return(n,s,r,o,a)=>s.map(l=>e(i(l)))}function Lf(i,t,e){return new Date(i,t,e)}function I0(i,t){return t(i)}var nE="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function L0(i,t){return(e,n,s,r)=>r==null?qf:t(i(n))}function iE(i,t){let e=i.series[t];return e.width?e.stroke(i,t):e.points.width?e.points.stroke(i,t):null}function sE(i,t){return i.series[t].fill(i,t)}var rE={show:!0,live:!0,isolate:!1,mount:w1,markers:{show:!0,width:2,stroke:iE,fill:sE,dash:"solid"},idx:null,idxs:null,values:[]};function oE(i,t){let e=i.cursor.points,n=Ci(),s=e.size(i,t);Qe(n,_l,s),Qe(n,xl,s);let r=s/-2;Qe(n,"marginLeft",r),Qe(n,"marginTop",r);let o=e.width(i,t,s);return o&&Qe(n,"borderWidth",o),n}function aE(i,t){let e=i.series[t].points;return e._fill||e._stroke}function lE(i,t){let e=i.series[t].points;return e._stroke||e._fill}function cE(i,t){return i.series[t].points.size}var Df=[0,0];function hE(i,t,e){return Df[0]=t,Df[1]=e,Df}function Jh(i,t,e,n=!0){return s=>{s.button==0&&(!n||s.target==t)&&e(s)}}function Nf(i,t,e,n=!0){return s=>{(!n||s.target==t)&&e(s)}}var uE={show:!0,x:!0,y:!0,lock:!1,move:hE,points:{one:!1,show:oE,size:cE,width:0,stroke:lE,fill:aE},bind:{mousedown:Jh,mouseup:Jh,click:Jh,dblclick:Jh,mousemove:Nf,mouseleave:Nf,mouseenter:Nf},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,t,e,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},d_={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},tp=gn({},d_,{filter:j0}),f_=gn({},tp,{size:10}),p_=gn({},d_,{show:!1}),ep='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',m_="bold "+ep,g_=1.5,D0={show:!0,scale:"x",stroke:Xf,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:m_,side:2,grid:tp,ticks:f_,border:p_,font:ep,lineGap:g_,rotate:0},dE="Value",fE="Time",N0={show:!0,scale:"x",auto:!1,sorted:1,min:Xe,max:-Xe,idxs:[]};function pE(i,t,e,n,s){return t.map(r=>r==null?"":Jf(r))}function mE(i,t,e,n,s,r,o){let a=[],l=cr.get(s)||0;e=o?e:qe(iu(e,s),l);for(let c=e;c<=n;c=qe(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function zf(i,t,e,n,s,r,o){let a=[],l=i.scales[i.axes[t].scale].log,c=l==10?Os:Z0,h=vi(c(e));s=Xo(l,h),l==10&&(s=Br[$i(s,Br)]);let u=e,d=s*l;l==10&&(d=Br[$i(d,Br)]);do a.push(u),u=u+s,l==10&&!cr.has(u)&&(u=qe(u,cr.get(s))),u>=d&&(s=u,d=s*l,l==10&&(d=Br[$i(d,Br)]));while(u<=n);return a}function gE(i,t,e,n,s,r,o){let l=i.scales[i.axes[t].scale].asinh,c=n>l?zf(i,t,ii(l,e),n,s):[l],h=n>=0&&e<=0?[0]:[];return(e<-l?zf(i,t,ii(l,-n),-e,s):[l]).reverse().map(d=>-d).concat(h,c)}var __=/./,_E=/[12357]/,xE=/[125]/,U0=/1/,Vf=(i,t,e,n)=>i.map((s,r)=>t==4&&s==0||r%n==0&&e.test(s.toExponential()[s<0?1:0])?s:null);function yE(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),u=l(9,o)-h>=c?__:l(7,o)-h>=c?_E:l(5,o)-h>=c?xE:U0;if(u==U0){let d=Sn(l(1,o)-h);if(d<c)return Vf(t.slice().reverse(),a.distr,u,Pi(c/d)).reverse()}return Vf(t,a.distr,u,1)}function vE(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=r._space,l=i.valToPos,c=Sn(l(1,o)-l(2,o));return c<a?Vf(t.slice().reverse(),3,__,Pi(a/c)).reverse():t}function SE(i,t,e,n){return n==null?qf:t==null?"":Jf(t)}var F0={show:!0,scale:"y",stroke:Xf,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:m_,side:3,grid:tp,ticks:f_,border:p_,font:ep,lineGap:g_,rotate:0};function bE(i,t){let e=3+(i||1)*2;return qe(e*t,3)}function ME(i,t){let{scale:e,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],e,!0),o=i.valToPos(s[n[1]],e,!0),a=Sn(o-r),l=i.series[t],c=a/(l.points.space*Ne);return n[1]-n[0]<=c}var O0={scale:null,auto:!0,sorted:0,min:Xe,max:-Xe},x_=(i,t,e,n,s)=>s,B0={show:!0,auto:!0,sorted:0,gaps:x_,alpha:1,facets:[gn({},O0,{scale:"x"}),gn({},O0,{scale:"y"})]},k0={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:x_,alpha:1,points:{show:ME,filter:null},values:null,min:Xe,max:-Xe,idxs:[],path:null,clip:null};function wE(i,t,e,n,s){return e/10}var y_={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},EE=gn({},y_,{time:!1,ori:1}),z0={};function v_(i,t){let e=z0[i];return e||(e={key:i,plots:[],sub(n){e.plots.push(n)},unsub(n){e.plots=e.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<e.plots.length;h++)e.plots[h]!=s&&e.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(z0[i]=e)),e}var $o=1,Hf=2;function Hr(i,t,e){let n=i.mode,s=i.series[t],r=n==2?i._data[t]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[t],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],u=n==2?o[s.facets[1].scale]:o[s.scale],d=a.left,f=a.top,p=a.width,_=a.height,m=i.valToPosH,g=i.valToPosV;return h.ori==0?e(s,l,c,h,u,m,g,d,f,p,_,ou,Jo,lu,b_,w_):e(s,l,c,h,u,g,m,f,d,_,p,au,Ko,sp,M_,E_)}function np(i,t){let e=0,n=0,s=Le(i.bands,Kf);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?n|=1:n|=2)}return[e,n==1?-1:n==2?1:n==3?2:0]}function TE(i,t,e,n,s){let r=i.mode,o=i.series[t],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function Bs(i,t,e,n,s,r){return Hr(i,t,(o,a,l,c,h,u,d,f,p,_,m)=>{let g=o.pxRound,v=c.dir*(c.ori==0?1:-1),w=c.ori==0?Jo:Ko,S,C;v==1?(S=e,C=n):(S=n,C=e);let A=g(u(a[S],c,_,f)),y=g(d(l[S],h,m,p)),T=g(u(a[C],c,_,f)),O=g(d(r==1?h.max:h.min,h,m,p)),L=new Path2D(s);return w(L,T,O),w(L,A,O),w(L,A,y),L})}function ru(i,t,e,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=t==0?lu:sp,l=e;for(let u=0;u<i.length;u++){let d=i[u];if(d[1]>d[0]){let f=d[0]-l;f>0&&a(o,l,n,f,n+r),l=d[1]}}let c=e+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function AE(i,t,e){let n=i[i.length-1];n&&n[0]==t?n[1]=e:i.push([t,e])}function ip(i,t,e,n,s,r,o){let a=[],l=i.length;for(let c=s==1?e:n;c>=e&&c<=n;c+=s)if(t[c]===null){let u=c,d=c;if(s==1)for(;++c<=n&&t[c]===null;)d=c;else for(;--c>=e&&t[c]===null;)d=c;let f=r(i[u]),p=d==u?f:r(i[d]),_=u-s;f=o<=0&&_>=0&&_<l?r(i[_]):f;let g=d+s;p=o>=0&&g>=0&&g<l?r(i[g]):p,p>=f&&a.push([f,p])}return a}function V0(i){return i==0?K0:i==1?vn:t=>Or(t,i)}function S_(i){let t=i==0?ou:au,e=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=Zi(c,a/2,l/2),h=Zi(h,a/2,l/2),t(s,r+c,o),e(s,r+a,o,r+a,o+l,c),e(s,r+a,o+l,r,o+l,h),e(s,r,o+l,r,o,h),e(s,r,o,r+a,o,c),s.closePath())}}var ou=(i,t,e)=>{i.moveTo(t,e)},au=(i,t,e)=>{i.moveTo(e,t)},Jo=(i,t,e)=>{i.lineTo(t,e)},Ko=(i,t,e)=>{i.lineTo(e,t)},lu=S_(0),sp=S_(1),b_=(i,t,e,n,s,r)=>{i.arc(t,e,n,s,r)},M_=(i,t,e,n,s,r)=>{i.arc(e,t,n,s,r)},w_=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(t,e,n,s,r,o)},E_=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(e,t,s,n,o,r)};function T_(i){return(t,e,n,s,r)=>Hr(t,e,(o,a,l,c,h,u,d,f,p,_,m)=>{let{pxRound:g,points:v}=o,w,S;c.ori==0?(w=ou,S=b_):(w=au,S=M_);let C=qe(v.width*Ne,3),A=(v.size-v.width)/2*Ne,y=qe(A*2,3),T=new Path2D,O=new Path2D,{left:L,top:D,width:z,height:G}=t.bbox;lu(O,L-y,D-y,z+y*2,G+y*2);let N=H=>{if(l[H]!=null){let q=g(u(a[H],c,_,f)),V=g(d(l[H],h,m,p));w(T,q+A,V),S(T,q,V,A,0,Kh*2)}};if(r)r.forEach(N);else for(let H=n;H<=s;H++)N(H);return{stroke:C>0?T:null,fill:T,clip:O,flags:$o|Hf}})}function A_(i){return(t,e,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(t,e,n),r!=s&&o!=s&&i(t,e,s),i(t,e,o))}}var RE=A_(Jo),CE=A_(Ko);function R_(i){let t=Le(i?.alignGaps,0);return(e,n,s,r)=>Hr(e,n,(o,a,l,c,h,u,d,f,p,_,m)=>{[s,r]=eu(l,s,r);let g=o.pxRound,v=G=>g(u(G,c,_,f)),w=G=>g(d(G,h,m,p)),S,C;c.ori==0?(S=Jo,C=RE):(S=Ko,C=CE);let A=c.dir*(c.ori==0?1:-1),y={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:$o},T=y.stroke,O=!1;if(r-s>=_*4){let G=ht=>e.posToVal(ht,c.key,!0),N=null,H=null,q,V,ct,J=v(a[A==1?s:r]),Q=v(a[s]),et=v(a[r]),ft=G(A==1?Q+1:et-1);for(let ht=A==1?s:r;ht>=s&&ht<=r;ht+=A){let tt=a[ht],yt=(A==1?tt<ft:tt>ft)?J:v(tt),Lt=l[ht];yt==J?Lt!=null?(V=Lt,N==null?(S(T,yt,w(V)),q=N=H=V):V<N?N=V:V>H&&(H=V)):Lt===null&&(O=!0):(N!=null&&C(T,J,w(N),w(H),w(q),w(V)),Lt!=null?(V=Lt,S(T,yt,w(V)),N=H=q=V):(N=H=null,Lt===null&&(O=!0)),J=yt,ft=G(J+A))}N!=null&&N!=H&&ct!=J&&C(T,J,w(N),w(H),w(q),w(V))}else for(let G=A==1?s:r;G>=s&&G<=r;G+=A){let N=l[G];N===null?O=!0:N!=null&&S(T,v(a[G]),w(N))}let[D,z]=np(e,n);if(o.fill!=null||D!=0){let G=y.fill=new Path2D(T),N=o.fillTo(e,n,o.min,o.max,D),H=w(N),q=v(a[s]),V=v(a[r]);A==-1&&([V,q]=[q,V]),S(G,V,H),S(G,q,H)}if(!o.spanGaps){let G=[];O&&G.push(...ip(a,l,s,r,A,v,t)),y.gaps=G=o.gaps(e,n,s,r,G),y.clip=ru(G,c.ori,f,p,_,m)}return z!=0&&(y.band=z==2?[Bs(e,n,s,r,T,-1),Bs(e,n,s,r,T,1)]:Bs(e,n,s,r,T,z)),y})}function PE(i){let t=Le(i.align,1),e=Le(i.ascDesc,!1),n=Le(i.alignGaps,0),s=Le(i.extend,!1);return(r,o,a,l)=>Hr(r,o,(c,h,u,d,f,p,_,m,g,v,w)=>{[a,l]=eu(u,a,l);let S=c.pxRound,{left:C,width:A}=r.bbox,y=Q=>S(p(Q,d,v,m)),T=Q=>S(_(Q,f,w,g)),O=d.ori==0?Jo:Ko,L={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:$o},D=L.stroke,z=d.dir*(d.ori==0?1:-1),G=T(u[z==1?a:l]),N=y(h[z==1?a:l]),H=N,q=N;s&&t==-1&&(q=C,O(D,q,G)),O(D,N,G);for(let Q=z==1?a:l;Q>=a&&Q<=l;Q+=z){let et=u[Q];if(et==null)continue;let ft=y(h[Q]),ht=T(et);t==1?O(D,ft,G):O(D,H,ht),O(D,ft,ht),G=ht,H=ft}let V=H;s&&t==1&&(V=C+A,O(D,V,G));let[ct,J]=np(r,o);if(c.fill!=null||ct!=0){let Q=L.fill=new Path2D(D),et=c.fillTo(r,o,c.min,c.max,ct),ft=T(et);O(Q,V,ft),O(Q,q,ft)}if(!c.spanGaps){let Q=[];Q.push(...ip(h,u,a,l,z,y,n));let et=c.width*Ne/2,ft=e||t==1?et:-et,ht=e||t==-1?-et:et;Q.forEach(tt=>{tt[0]+=ft,tt[1]+=ht}),L.gaps=Q=c.gaps(r,o,a,l,Q),L.clip=ru(Q,d.ori,m,g,v,w)}return J!=0&&(L.band=J==2?[Bs(r,o,a,l,D,-1),Bs(r,o,a,l,D,1)]:Bs(r,o,a,l,D,J)),L})}function H0(i,t,e,n,s,r,o=Xe){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(t[l]!==void 0){if(a!=null){let h=Sn(i[l]-i[a]);h<c&&(c=h,o=Sn(e(i[l],n,s,r)-e(i[a],n,s,r)))}a=l}}return o}function IE(i){i=i||Sl;let t=Le(i.size,[.6,Xe,1]),e=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=Ce(s),o=1-t[0],a=Le(t[1],Xe),l=Le(t[2],1),c=Le(i.disp,Sl),h=Le(i.each,f=>{}),{fill:u,stroke:d}=c;return(f,p,_,m)=>Hr(f,p,(g,v,w,S,C,A,y,T,O,L,D)=>{let z=g.pxRound,G=e,N=n*Ne,H=a*Ne,q=l*Ne,V,ct;S.ori==0?[V,ct]=r(f,p):[ct,V]=r(f,p);let J=S.dir*(S.ori==0?1:-1),Q=S.ori==0?lu:sp,et=S.ori==0?h:(bt,Xt,he,Et,Fe,$t,te)=>{h(bt,Xt,he,Fe,Et,te,$t)},ft=Le(f.bands,Kf).find(bt=>bt.series[0]==p),ht=ft!=null?ft.dir:0,tt=g.fillTo(f,p,g.min,g.max,ht),_t=z(y(tt,C,D,O)),yt,Lt,wt,Ht=L,se=z(g.width*Ne),Jt=!1,re=null,ie=null,ot=null,vt=null;u!=null&&(se==0||d!=null)&&(Jt=!0,re=u.values(f,p,_,m),ie=new Map,new Set(re).forEach(bt=>{bt!=null&&ie.set(bt,new Path2D)}),se>0&&(ot=d.values(f,p,_,m),vt=new Map,new Set(ot).forEach(bt=>{bt!=null&&vt.set(bt,new Path2D)})));let{x0:xt,size:Bt}=c;if(xt!=null&&Bt!=null){G=1,v=xt.values(f,p,_,m),xt.unit==2&&(v=v.map(he=>f.posToVal(T+he*L,S.key,!0)));let bt=Bt.values(f,p,_,m);Bt.unit==2?Lt=bt[0]*L:Lt=A(bt[0],S,L,T)-A(0,S,L,T),Ht=H0(v,w,A,S,L,T,Ht),wt=Ht-Lt+N}else Ht=H0(v,w,A,S,L,T,Ht),wt=Ht*o+N,Lt=Ht-wt;wt<1&&(wt=0),se>=Lt/2&&(se=0),wt<5&&(z=K0);let Dt=wt>0,ne=Ht-wt-(Dt?se:0);Lt=z(kf(ne,q,H)),yt=(G==0?Lt/2:G==J?0:Lt)-G*J*((G==0?N/2:0)+(Dt?se/2:0));let kt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},_e=Jt?null:new Path2D,fe=null;if(ft!=null)fe=f.data[ft.series[1]];else{let{y0:bt,y1:Xt}=c;bt!=null&&Xt!=null&&(w=Xt.values(f,p,_,m),fe=bt.values(f,p,_,m))}let ve=V*Lt,F=ct*Lt;for(let bt=J==1?_:m;bt>=_&&bt<=m;bt+=J){let Xt=w[bt];if(Xt==null)continue;if(fe!=null){let X=fe[bt]??0;if(Xt-X==0)continue;_t=y(X,C,D,O)}let he=S.distr!=2||c!=null?v[bt]:bt,Et=A(he,S,L,T),Fe=y(Le(Xt,tt),C,D,O),$t=z(Et-yt),te=z(ii(Fe,_t)),P=z(Zi(Fe,_t)),b=te-P;if(Xt!=null){let X=Xt<0?F:ve,dt=Xt<0?ve:F;Jt?(se>0&&ot[bt]!=null&&Q(vt.get(ot[bt]),$t,P+vi(se/2),Lt,ii(0,b-se),X,dt),re[bt]!=null&&Q(ie.get(re[bt]),$t,P+vi(se/2),Lt,ii(0,b-se),X,dt)):Q(_e,$t,P+vi(se/2),Lt,ii(0,b-se),X,dt),et(f,p,bt,$t-se/2,P,Lt+se,b)}}return se>0?kt.stroke=Jt?vt:_e:Jt||(kt._fill=g.width==0?g._fill:g._stroke??g._fill,kt.width=0),kt.fill=Jt?ie:_e,kt})}function LE(i,t){let e=Le(t?.alignGaps,0);return(n,s,r,o)=>Hr(n,s,(a,l,c,h,u,d,f,p,_,m,g)=>{[r,o]=eu(c,r,o);let v=a.pxRound,w=V=>v(d(V,h,m,p)),S=V=>v(f(V,u,g,_)),C,A,y;h.ori==0?(C=ou,y=Jo,A=w_):(C=au,y=Ko,A=E_);let T=h.dir*(h.ori==0?1:-1),O=w(l[T==1?r:o]),L=O,D=[],z=[];for(let V=T==1?r:o;V>=r&&V<=o;V+=T)if(c[V]!=null){let J=l[V],Q=w(J);D.push(L=Q),z.push(S(c[V]))}let G={stroke:i(D,z,C,y,A,v),fill:null,clip:null,band:null,gaps:null,flags:$o},N=G.stroke,[H,q]=np(n,s);if(a.fill!=null||H!=0){let V=G.fill=new Path2D(N),ct=a.fillTo(n,s,a.min,a.max,H),J=S(ct);y(V,L,J),y(V,O,J)}if(!a.spanGaps){let V=[];V.push(...ip(l,c,r,o,T,w,e)),G.gaps=V=a.gaps(n,s,r,o,V),G.clip=ru(V,h.ori,p,_,m,g)}return q!=0&&(G.band=q==2?[Bs(n,s,r,o,N,-1),Bs(n,s,r,o,N,1)]:Bs(n,s,r,o,N,q)),G})}function DE(i){return LE(NE,i)}function NE(i,t,e,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(e(a,i[0],t[0]),o==2)n(a,i[1],t[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),u=Array(o-1);for(let d=0;d<o-1;d++)h[d]=t[d+1]-t[d],u[d]=i[d+1]-i[d],c[d]=h[d]/u[d];l[0]=c[0];for(let d=1;d<o-1;d++)c[d]===0||c[d-1]===0||c[d-1]>0!=c[d]>0?l[d]=0:(l[d]=3*(u[d-1]+u[d])/((2*u[d]+u[d-1])/c[d-1]+(u[d]+2*u[d-1])/c[d]),isFinite(l[d])||(l[d]=0));l[o-1]=c[o-2];for(let d=0;d<o-1;d++)s(a,i[d]+u[d]/3,t[d]+l[d]*u[d]/3,i[d+1]-u[d]/3,t[d+1]-l[d+1]*u[d]/3,i[d+1],t[d+1])}return a}var Gf=new Set;function G0(){for(let i of Gf)i.syncRect(!0)}Zo&&(zr(p1,Wo,G0),zr(m1,Wo,G0,!0),zr(jh,Wo,()=>{Bn.pxRatio=Ne}));var UE=R_(),FE=T_();function W0(i,t,e,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>Wf(r,o,t,e))}function OE(i,t){return i.map((e,n)=>n==0?{}:gn({},t,e))}function Wf(i,t,e,n){return gn({},t==0?e:n,i)}function C_(i,t,e){return t==null?qo:[t,e]}var BE=C_;function kE(i,t,e){return t==null?qo:Qh(t,e,Zf,!0)}function P_(i,t,e,n){return t==null?qo:nu(t,e,i.scales[n].log,!1)}var zE=P_;function I_(i,t,e,n){return t==null?qo:$f(t,e,i.scales[n].log,!1)}var VE=I_;function HE(i,t,e,n,s){let r=ii(b0(i),b0(t)),o=t-i,a=$i(s/n*o,e);do{let l=e[a],c=n*l/o;if(c>=s&&r+(l<5?cr.get(l):0)<=17)return[l,c]}while(++a<e.length);return[0,0]}function X0(i){let t,e;return i=i.replace(/(\d+)px/,(n,s)=>(t=vn((e=+s)*Ne))+"px"),[i,t,e]}function GE(i){i.show&&[i.font,i.labelFont].forEach(t=>{let e=qe(t[2]*Ne,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function Bn(i,t,e){let n={mode:Le(i.mode,1)},s=n.mode;function r(x,M,I,U){let W=M.valToPct(x);return U+I*(M.dir==-1?1-W:W)}function o(x,M,I,U){let W=M.valToPct(x);return U+I*(M.dir==-1?W:1-W)}function a(x,M,I,U){return M.ori==0?r(x,M,I,U):o(x,M,I,U)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=Ci(Jw);if(i.id!=null&&(c.id=i.id),yi(c,i.class),i.title){let x=Ci(Qw,c);x.textContent=i.title}let h=Yi("canvas"),u=n.ctx=h.getContext("2d"),d=Ci(t1,c);zr("click",d,x=>{x.target===p&&($e!=Kr||tn!=jr)&&In.click(n,x)},!0);let f=n.under=Ci(e1,d);d.appendChild(h);let p=n.over=Ci(n1,d);i=Yo(i);let _=+Le(i.pxAlign,1),m=V0(_);(i.plugins||[]).forEach(x=>{x.opts&&(i=x.opts(n,i)||i)});let g=i.ms||.001,v=n.series=s==1?W0(i.series||[],N0,k0,!1):OE(i.series||[null],B0),w=n.axes=W0(i.axes||[],D0,F0,!0),S=n.scales={},C=n.bands=i.bands||[];C.forEach(x=>{x.fill=Ce(x.fill||null),x.dir=Le(x.dir,-1)});let A=s==2?v[1].facets[0].scale:v[0].scale,y={axes:ys,series:we},T=(i.drawOrder||["axes","series"]).map(x=>y[x]);function O(x){let M=x.distr==3?I=>Os(I>0?I:x.clamp(n,I,x.min,x.max,x.key)):x.distr==4?I=>If(I,x.asinh):x.distr==100?I=>x.fwd(I):I=>I;return I=>{let U=M(I),{_min:W,_max:K}=x,lt=K-W;return(U-W)/lt}}function L(x){let M=S[x];if(M==null){let I=(i.scales||Sl)[x]||Sl;if(I.from!=null){L(I.from);let U=gn({},S[I.from],I,{key:x});U.valToPct=O(U),S[x]=U}else{M=S[x]=gn({},x==A?y_:EE,I),M.key=x;let U=M.time,W=M.range,K=lr(W);if((x!=A||s==2&&!U)&&(K&&(W[0]==null||W[1]==null)&&(W={min:W[0]==null?y0:{mode:1,hard:W[0],soft:W[0]},max:W[1]==null?y0:{mode:1,hard:W[1],soft:W[1]}},K=!1),!K&&su(W))){let lt=W;W=(mt,At,zt)=>At==null?qo:Qh(At,zt,lt)}M.range=Ce(W||(U?BE:x==A?M.distr==3?zE:M.distr==4?VE:C_:M.distr==3?P_:M.distr==4?I_:kE)),M.auto=Ce(K?!1:M.auto),M.clamp=Ce(M.clamp||wE),M._min=M._max=null,M.valToPct=O(M)}}}L("x"),L("y"),s==1&&v.forEach(x=>{L(x.scale)}),w.forEach(x=>{L(x.scale)});for(let x in i.scales)L(x);let D=S[A],z=D.distr,G,N;D.ori==0?(yi(c,Kw),G=r,N=o):(yi(c,jw),G=o,N=r);let H={};for(let x in S){let M=S[x];(M.min!=null||M.max!=null)&&(H[x]={min:M.min,max:M.max},M.min=M.max=null)}let q=i.tzDate||(x=>new Date(vn(x/g))),V=i.fmtDate||jf,ct=g==1?K1(q):tE(q),J=P0(q,C0(g==1?J1:Q1,V)),Q=L0(q,I0(nE,V)),et=[],ft=n.legend=gn({},rE,i.legend),ht=n.cursor=gn({},uE,{drag:{y:s==2}},i.cursor),tt=ft.show,_t=ht.show,yt=ft.markers;ft.idxs=et,yt.width=Ce(yt.width),yt.dash=Ce(yt.dash),yt.stroke=Ce(yt.stroke),yt.fill=Ce(yt.fill);let Lt,wt,Ht,se=[],Jt=[],re,ie=!1,ot={};if(ft.live){let x=v[1]?v[1].values:null;ie=x!=null,re=ie?x(n,1,0):{_:0};for(let M in re)ot[M]=qf}if(tt)if(Lt=Yi("table",l1,c),Ht=Yi("tbody",null,Lt),ft.mount(n,Lt),ie){wt=Yi("thead",null,Lt,Ht);let x=Yi("tr",null,wt);Yi("th",null,x);for(var vt in re)Yi("th",o0,x).textContent=vt}else yi(Lt,h1),ft.live&&yi(Lt,c1);let xt={show:!0},Bt={show:!1};function Dt(x,M){if(M==0&&(ie||!ft.live||s==2))return qo;let I=[],U=Yi("tr",u1,Ht,Ht.childNodes[M]);yi(U,x.class),x.show||yi(U,kr);let W=Yi("th",null,U);if(yt.show){let mt=Ci(d1,W);if(M>0){let At=yt.width(n,M);At&&(mt.style.border=At+"px "+yt.dash(n,M)+" "+yt.stroke(n,M)),mt.style.background=yt.fill(n,M)}}let K=Ci(o0,W);x.label instanceof HTMLElement?K.appendChild(x.label):K.textContent=x.label,M>0&&(yt.show||(K.style.color=x.width>0?yt.stroke(n,M):yt.fill(n,M)),kt("click",W,mt=>{if(ht._lock)return;le(mt);let At=v.indexOf(x);if((mt.ctrlKey||mt.metaKey)!=ft.isolate){let zt=v.some((Vt,Wt)=>Wt>0&&Wt!=At&&Vt.show);v.forEach((Vt,Wt)=>{Wt>0&&ts(Wt,zt?Wt==At?xt:Bt:xt,!0,pn.setSeries)})}else ts(At,{show:!x.show},!0,pn.setSeries)},!1),ce&&kt(h0,W,mt=>{ht._lock||(le(mt),ts(v.indexOf(x),to,!0,pn.setSeries))},!1));for(var lt in re){let mt=Yi("td",f1,U);mt.textContent="--",I.push(mt)}return[U,I]}let ne=new Map;function kt(x,M,I,U=!0){let W=ne.get(M)||{},K=ht.bind[x](n,M,I,U);K&&(zr(x,M,W[x]=K),ne.set(M,W))}function _e(x,M,I){let U=ne.get(M)||{};for(let W in U)(x==null||W==x)&&(Bf(W,M,U[W]),delete U[W]);x==null&&ne.delete(M)}let fe=0,ve=0,F=0,bt=0,Xt=0,he=0,Et=Xt,Fe=he,$t=F,te=bt,P=0,b=0,X=0,dt=0;n.bbox={};let at=!1,Mt=!1,Tt=!1,nt=!1,st=!1,gt=!1;function B(x,M,I){(I||x!=n.width||M!=n.height)&&rt(x,M),Se(!1),Tt=!0,Mt=!0,kn()}function rt(x,M){n.width=fe=F=x,n.height=ve=bt=M,Xt=he=0,Rt(),jt();let I=n.bbox;P=I.left=Or(Xt*Ne,.5),b=I.top=Or(he*Ne,.5),X=I.width=Or(F*Ne,.5),dt=I.height=Or(bt*Ne,.5)}let it=3;function Ct(){let x=!1,M=0;for(;!x;){M++;let I=$r(M),U=Qi(M);x=M==it||I&&U,x||(rt(n.width,n.height),Mt=!0)}}function St({width:x,height:M}){B(x,M)}n.setSize=St;function Rt(){let x=!1,M=!1,I=!1,U=!1;w.forEach((W,K)=>{if(W.show&&W._show){let{side:lt,_size:mt}=W,At=lt%2,zt=W.label!=null?W.labelSize:0,Vt=mt+zt;Vt>0&&(At?(F-=Vt,lt==3?(Xt+=Vt,U=!0):I=!0):(bt-=Vt,lt==0?(he+=Vt,x=!0):M=!0))}}),Ki[0]=x,Ki[1]=I,Ki[2]=M,Ki[3]=U,F-=Ii[1]+Ii[3],Xt+=Ii[3],bt-=Ii[2]+Ii[0],he+=Ii[0]}function jt(){let x=Xt+F,M=he+bt,I=Xt,U=he;function W(K,lt){switch(K){case 1:return x+=lt,x-lt;case 2:return M+=lt,M-lt;case 3:return I-=lt,I+lt;case 0:return U-=lt,U+lt}}w.forEach((K,lt)=>{if(K.show&&K._show){let mt=K.side;K._pos=W(mt,K._size),K.label!=null&&(K._lpos=W(mt,K.labelSize))}})}if(ht.dataIdx==null){let x=ht.hover,M=x.skip=new Set(x.skip??[]);M.add(void 0);let I=x.prox=Ce(x.prox),U=x.bias??(x.bias=0);ht.dataIdx=(W,K,lt,mt)=>{if(K==0)return lt;let At=lt,zt=I(W,K,lt,mt)??Xe,Vt=zt>=0&&zt<Xe,Wt=D.ori==0?F:bt,ge=ht.left,De=t[0],Pe=t[K];if(M.has(Pe[lt])){At=null;let Te=null,oe=null,Qt;if(U==0||U==-1)for(Qt=lt;Te==null&&Qt-- >0;)M.has(Pe[Qt])||(Te=Qt);if(U==0||U==1)for(Qt=lt;oe==null&&Qt++<Pe.length;)M.has(Pe[Qt])||(oe=Qt);if(Te!=null||oe!=null)if(Vt){let Je=Te==null?-1/0:G(De[Te],D,Wt,0),an=oe==null?1/0:G(De[oe],D,Wt,0),Tn=ge-Je,We=an-ge;Tn<=We?Tn<=zt&&(At=Te):We<=zt&&(At=oe)}else At=oe==null?Te:Te==null?oe:lt-Te<=oe-lt?Te:oe}else Vt&&Sn(ge-G(De[lt],D,Wt,0))>zt&&(At=null);return At}}let le=x=>{ht.event=x};ht.idxs=et,ht._lock=!1;let ut=ht.points;ut.show=Ce(ut.show),ut.size=Ce(ut.size),ut.stroke=Ce(ut.stroke),ut.width=Ce(ut.width),ut.fill=Ce(ut.fill);let qt=n.focus=gn({},i.focus||{alpha:.3},ht.focus),ce=qt.prox>=0,Nt=ce&&ut.one,ye=[],Ye=[],Wn=[];function ta(x,M){let I=ut.show(n,M);if(I instanceof HTMLElement)return yi(I,a1),yi(I,x.class),ms(I,-10,-10,F,bt),p.insertBefore(I,ye[M]),I}function Xr(x,M){if(s==1||M>0){let I=s==1&&S[x.scale].time,U=x.value;x.value=I?E0(U)?L0(q,I0(U,V)):U||Q:U||SE,x.label=x.label||(I?fE:dE)}if(Nt||M>0){x.width=x.width==null?1:x.width,x.paths=x.paths||UE||E1,x.fillTo=Ce(x.fillTo||TE),x.pxAlign=+Le(x.pxAlign,_),x.pxRound=V0(x.pxAlign),x.stroke=Ce(x.stroke||null),x.fill=Ce(x.fill||null),x._stroke=x._fill=x._paths=x._focus=null;let I=bE(ii(1,x.width),1),U=x.points=gn({},{size:I,width:ii(1,I*.2),stroke:x.stroke,space:I*2,paths:FE,_stroke:null,_fill:null},x.points);U.show=Ce(U.show),U.filter=Ce(U.filter),U.fill=Ce(U.fill),U.stroke=Ce(U.stroke),U.paths=Ce(U.paths),U.pxAlign=x.pxAlign}if(tt){let I=Dt(x,M);se.splice(M,0,I[0]),Jt.splice(M,0,I[1]),ft.values.push(null)}if(_t){et.splice(M,0,null);let I=null;Nt?M==0&&(I=ta(x,M)):M>0&&(I=ta(x,M)),ye.splice(M,0,I),Ye.splice(M,0,0),Wn.splice(M,0,0)}En("addSeries",M)}function Au(x,M){M=M??v.length,x=s==1?Wf(x,M,N0,k0):Wf(x,M,{},B0),v.splice(M,0,x),Xr(v[M],M)}n.addSeries=Au;function Tl(x){if(v.splice(x,1),tt){ft.values.splice(x,1),Jt.splice(x,1);let M=se.splice(x,1)[0];_e(null,M.firstChild),M.remove()}_t&&(et.splice(x,1),ye.splice(x,1)[0].remove(),Ye.splice(x,1),Wn.splice(x,1)),En("delSeries",x)}n.delSeries=Tl;let Ki=[!1,!1,!1,!1];function gs(x,M){if(x._show=x.show,x.show){let I=x.side%2,U=S[x.scale];U==null&&(x.scale=I?v[1].scale:A,U=S[x.scale]);let W=U.time;x.size=Ce(x.size),x.space=Ce(x.space),x.rotate=Ce(x.rotate),lr(x.incrs)&&x.incrs.forEach(lt=>{!cr.has(lt)&&cr.set(lt,t_(lt))}),x.incrs=Ce(x.incrs||(U.distr==2?Y1:W?g==1?Z1:j1:Br)),x.splits=Ce(x.splits||(W&&U.distr==1?ct:U.distr==3?zf:U.distr==4?gE:mE)),x.stroke=Ce(x.stroke),x.grid.stroke=Ce(x.grid.stroke),x.ticks.stroke=Ce(x.ticks.stroke),x.border.stroke=Ce(x.border.stroke);let K=x.values;x.values=lr(K)&&!lr(K[0])?Ce(K):W?lr(K)?P0(q,C0(K,V)):E0(K)?eE(q,K):K||J:K||pE,x.filter=Ce(x.filter||(U.distr>=3&&U.log==10?yE:U.distr==3&&U.log==2?vE:j0)),x.font=X0(x.font),x.labelFont=X0(x.labelFont),x._size=x.size(n,null,M,0),x._space=x._rotate=x._incrs=x._found=x._splits=x._values=null,x._size>0&&(Ki[M]=!0,x._el=Ci(i1,d))}}function _s(x,M,I,U){let[W,K,lt,mt]=I,At=M%2,zt=0;return At==0&&(mt||K)&&(zt=M==0&&!W||M==2&&!lt?vn(D0.size/3):0),At==1&&(W||lt)&&(zt=M==1&&!K||M==3&&!mt?vn(F0.size/2):0),zt}let ea=n.padding=(i.padding||[_s,_s,_s,_s]).map(x=>Ce(Le(x,_s))),Ii=n._padding=ea.map((x,M)=>x(n,M,Ki,0)),rn,cn=null,hn=null,ji=s==1?v[0].idxs:null,ci=null,zs=!1;function na(x,M){if(t=x??[],n.data=n._data=t,s==2){rn=0;for(let I=1;I<v.length;I++)rn+=t[I][0].length}else{t.length==0&&(n.data=n._data=t=[[]]),ci=t[0],rn=ci.length;let I=t;if(z==2){I=t.slice();let U=I[0]=Array(rn);for(let W=0;W<rn;W++)U[W]=W}n._data=t=I}if(Se(!0),En("setData"),z==2&&(Tt=!0),M!==!1){let I=D;I.auto(n,zs)?ia():Gs(A,I.min,I.max),nt=nt||ht.left>=0,gt=!0,kn()}}n.setData=na;function ia(){zs=!0;let x,M;s==1&&(rn>0?(cn=ji[0]=0,hn=ji[1]=rn-1,x=t[0][cn],M=t[0][hn],z==2?(x=cn,M=hn):x==M&&(z==3?[x,M]=nu(x,x,D.log,!1):z==4?[x,M]=$f(x,x,D.log,!1):D.time?M=x+vn(86400/g):[x,M]=Qh(x,M,Zf,!0))):(cn=ji[0]=x=null,hn=ji[1]=M=null)),Gs(A,x,M)}let qr,Vs,Yr,E,k,j,$,Z,Pt,Ft;function It(x,M,I,U,W,K){x??(x=l0),I??(I=Kf),U??(U="butt"),W??(W=l0),K??(K="round"),x!=qr&&(u.strokeStyle=qr=x),W!=Vs&&(u.fillStyle=Vs=W),M!=Yr&&(u.lineWidth=Yr=M),K!=k&&(u.lineJoin=k=K),U!=j&&(u.lineCap=j=U),I!=E&&u.setLineDash(E=I)}function Ot(x,M,I,U){M!=Vs&&(u.fillStyle=Vs=M),x!=$&&(u.font=$=x),I!=Z&&(u.textAlign=Z=I),U!=Pt&&(u.textBaseline=Pt=U)}function Zt(x,M,I,U,W=0){if(U.length>0&&x.auto(n,zs)&&(M==null||M.min==null)){let K=Le(cn,0),lt=Le(hn,U.length-1),mt=I.min==null?y1(U,K,lt,W,x.distr==3):[I.min,I.max];x.min=Zi(x.min,I.min=mt[0]),x.max=ii(x.max,I.max=mt[1])}}let ue={min:null,max:null};function Me(){for(let U in S){let W=S[U];H[U]==null&&(W.min==null||H[A]!=null&&W.auto(n,zs))&&(H[U]=ue)}for(let U in S){let W=S[U];H[U]==null&&W.from!=null&&H[W.from]!=null&&(H[U]=ue)}H[A]!=null&&Se(!0);let x={};for(let U in H){let W=H[U];if(W!=null){let K=x[U]=Yo(S[U],R1);if(W.min!=null)gn(K,W);else if(U!=A||s==2)if(rn==0&&K.from==null){let lt=K.range(n,null,null,U);K.min=lt[0],K.max=lt[1]}else K.min=Xe,K.max=-Xe}}if(rn>0){v.forEach((U,W)=>{if(s==1){let K=U.scale,lt=H[K];if(lt==null)return;let mt=x[K];if(W==0){let At=mt.range(n,mt.min,mt.max,K);mt.min=At[0],mt.max=At[1],cn=$i(mt.min,t[0]),hn=$i(mt.max,t[0]),hn-cn>1&&(t[0][cn]<mt.min&&cn++,t[0][hn]>mt.max&&hn--),U.min=ci[cn],U.max=ci[hn]}else U.show&&U.auto&&Zt(mt,lt,U,t[W],U.sorted);U.idxs[0]=cn,U.idxs[1]=hn}else if(W>0&&U.show&&U.auto){let[K,lt]=U.facets,mt=K.scale,At=lt.scale,[zt,Vt]=t[W],Wt=x[mt],ge=x[At];Wt!=null&&Zt(Wt,H[mt],K,zt,K.sorted),ge!=null&&Zt(ge,H[At],lt,Vt,lt.sorted),U.min=lt.min,U.max=lt.max}});for(let U in x){let W=x[U],K=H[U];if(W.from==null&&(K==null||K.min==null)){let lt=W.range(n,W.min==Xe?null:W.min,W.max==-Xe?null:W.max,U);W.min=lt[0],W.max=lt[1]}}}for(let U in x){let W=x[U];if(W.from!=null){let K=x[W.from];if(K.min==null)W.min=W.max=null;else{let lt=W.range(n,K.min,K.max,U);W.min=lt[0],W.max=lt[1]}}}let M={},I=!1;for(let U in x){let W=x[U],K=S[U];if(K.min!=W.min||K.max!=W.max){K.min=W.min,K.max=W.max;let lt=K.distr;K._min=lt==3?Os(K.min):lt==4?If(K.min,K.asinh):lt==100?K.fwd(K.min):K.min,K._max=lt==3?Os(K.max):lt==4?If(K.max,K.asinh):lt==100?K.fwd(K.max):K.max,M[U]=I=!0}}if(I){v.forEach((U,W)=>{s==2?W>0&&M.y&&(U._paths=null):M[U.scale]&&(U._paths=null)});for(let U in M)Tt=!0,En("setScale",U);_t&&ht.left>=0&&(nt=gt=!0)}for(let U in H)H[U]=null}function Yt(x){let M=kf(cn-1,0,rn-1),I=kf(hn+1,0,rn-1);for(;x[M]==null&&M>0;)M--;for(;x[I]==null&&I<rn-1;)I++;return[M,I]}function we(){if(rn>0){let x=v.some(M=>M._focus)&&Ft!=qt.alpha;x&&(u.globalAlpha=Ft=qt.alpha),v.forEach((M,I)=>{if(I>0&&M.show&&(nn(I,!1),nn(I,!0),M._paths==null)){let U=Ft;Ft!=M.alpha&&(u.globalAlpha=Ft=M.alpha);let W=s==2?[0,t[I][0].length-1]:Yt(t[I]);M._paths=M.paths(n,I,W[0],W[1]),Ft!=U&&(u.globalAlpha=Ft=U)}}),v.forEach((M,I)=>{if(I>0&&M.show){let U=Ft;Ft!=M.alpha&&(u.globalAlpha=Ft=M.alpha),M._paths!=null&&ze(I,!1);{let W=M._paths!=null?M._paths.gaps:null,K=M.points.show(n,I,cn,hn,W),lt=M.points.filter(n,I,K,W);(K||lt)&&(M.points._paths=M.points.paths(n,I,cn,hn,lt),ze(I,!0))}Ft!=U&&(u.globalAlpha=Ft=U),En("drawSeries",I)}}),x&&(u.globalAlpha=Ft=1)}}function nn(x,M){let I=M?v[x].points:v[x];I._stroke=I.stroke(n,x),I._fill=I.fill(n,x)}function ze(x,M){let I=M?v[x].points:v[x],{stroke:U,fill:W,clip:K,flags:lt,_stroke:mt=I._stroke,_fill:At=I._fill,_width:zt=I.width}=I._paths;zt=qe(zt*Ne,3);let Vt=null,Wt=zt%2/2;M&&At==null&&(At=zt>0?"#fff":mt);let ge=I.pxAlign==1&&Wt>0;if(ge&&u.translate(Wt,Wt),!M){let De=P-zt/2,Pe=b-zt/2,Te=X+zt,oe=dt+zt;Vt=new Path2D,Vt.rect(De,Pe,Te,oe)}M?Gt(mt,zt,I.dash,I.cap,At,U,W,lt,K):Ve(x,mt,zt,I.dash,I.cap,At,U,W,lt,Vt,K),ge&&u.translate(-Wt,-Wt)}function Ve(x,M,I,U,W,K,lt,mt,At,zt,Vt){let Wt=!1;At!=0&&C.forEach((ge,De)=>{if(ge.series[0]==x){let Pe=v[ge.series[1]],Te=t[ge.series[1]],oe=(Pe._paths||Sl).band;lr(oe)&&(oe=ge.dir==1?oe[0]:oe[1]);let Qt,Je=null;Pe.show&&oe&&S1(Te,cn,hn)?(Je=ge.fill(n,De)||K,Qt=Pe._paths.clip):oe=null,Gt(M,I,U,W,Je,lt,mt,At,zt,Vt,Qt,oe),Wt=!0}}),Wt||Gt(M,I,U,W,K,lt,mt,At,zt,Vt)}let _n=$o|Hf;function Gt(x,M,I,U,W,K,lt,mt,At,zt,Vt,Wt){It(x,M,I,U,W),(At||zt||Wt)&&(u.save(),At&&u.clip(At),zt&&u.clip(zt)),Wt?(mt&_n)==_n?(u.clip(Wt),Vt&&u.clip(Vt),Ae(W,lt),un(x,K,M)):mt&Hf?(Ae(W,lt),u.clip(Wt),un(x,K,M)):mt&$o&&(u.save(),u.clip(Wt),Vt&&u.clip(Vt),Ae(W,lt),u.restore(),un(x,K,M)):(Ae(W,lt),un(x,K,M)),(At||zt||Wt)&&u.restore()}function un(x,M,I){I>0&&(M instanceof Map?M.forEach((U,W)=>{u.strokeStyle=qr=W,u.stroke(U)}):M!=null&&x&&u.stroke(M))}function Ae(x,M){M instanceof Map?M.forEach((I,U)=>{u.fillStyle=Vs=U,u.fill(I)}):M!=null&&x&&u.fill(M)}function xs(x,M,I,U){let W=w[x],K;if(U<=0)K=[0,0];else{let lt=W._space=W.space(n,x,M,I,U),mt=W._incrs=W.incrs(n,x,M,I,U,lt);K=HE(M,I,mt,U,lt)}return W._found=K}function dn(x,M,I,U,W,K,lt,mt,At,zt){let Vt=lt%2/2;_==1&&u.translate(Vt,Vt),It(mt,lt,At,zt,mt),u.beginPath();let Wt,ge,De,Pe,Te=W+(U==0||U==3?-K:K);I==0?(ge=W,Pe=Te):(Wt=W,De=Te);for(let oe=0;oe<x.length;oe++)M[oe]!=null&&(I==0?Wt=De=x[oe]:ge=Pe=x[oe],u.moveTo(Wt,ge),u.lineTo(De,Pe));u.stroke(),_==1&&u.translate(-Vt,-Vt)}function $r(x){let M=!0;return w.forEach((I,U)=>{if(!I.show)return;let W=S[I.scale];if(W.min==null){I._show&&(M=!1,I._show=!1,Se(!1));return}else I._show||(M=!1,I._show=!0,Se(!1));let K=I.side,lt=K%2,{min:mt,max:At}=W,[zt,Vt]=xs(U,mt,At,lt==0?F:bt);if(Vt==0)return;let Wt=W.distr==2,ge=I._splits=I.splits(n,U,mt,At,zt,Vt,Wt),De=W.distr==2?ge.map(Qt=>ci[Qt]):ge,Pe=W.distr==2?ci[ge[1]]-ci[ge[0]]:zt,Te=I._values=I.values(n,I.filter(n,De,U,Vt,Pe),U,Vt,Pe);I._rotate=K==2?I.rotate(n,Te,U,Vt):0;let oe=I._size;I._size=Pi(I.size(n,Te,U,x)),oe!=null&&I._size!=oe&&(M=!1)}),M}function Qi(x){let M=!0;return ea.forEach((I,U)=>{let W=I(n,U,Ki,x);W!=Ii[U]&&(M=!1),Ii[U]=W}),M}function ys(){for(let x=0;x<w.length;x++){let M=w[x];if(!M.show||!M._show)continue;let I=M.side,U=I%2,W,K,lt=M.stroke(n,x),mt=I==0||I==3?-1:1,[At,zt]=M._found;if(M.label!=null){let Yn=M.labelGap*mt,di=vn((M._lpos+Yn)*Ne);Ot(M.labelFont[0],lt,"center",I==2?"top":a0),u.save(),U==1?(W=K=0,u.translate(di,vn(b+dt/2)),u.rotate((I==3?-Kh:Kh)/2)):(W=vn(P+X/2),K=di);let pr=J0(M.label)?M.label(n,x,At,zt):M.label;u.fillText(pr,W,K),u.restore()}if(zt==0)continue;let Vt=S[M.scale],Wt=U==0?X:dt,ge=U==0?P:b,De=M._splits,Pe=Vt.distr==2?De.map(Yn=>ci[Yn]):De,Te=Vt.distr==2?ci[De[1]]-ci[De[0]]:At,oe=M.ticks,Qt=M.border,Je=oe.show?oe.size:0,an=vn(Je*Ne),Tn=vn((M.alignTo==2?M._size-Je-M.gap:M.gap)*Ne),We=M._rotate*-Kh/180,ln=m(M._pos*Ne),hi=(an+Tn)*mt,qn=ln+hi;K=U==0?qn:0,W=U==1?qn:0;let bi=M.font[0],Li=M.align==1?Ho:M.align==2?Rf:We>0?Ho:We<0?Rf:U==0?"center":I==3?Rf:Ho,ns=We||U==1?"middle":I==2?"top":a0;Ot(bi,lt,Li,ns);let ui=M.font[1]*M.lineGap,Mi=De.map(Yn=>m(a(Yn,Vt,Wt,ge))),Di=M._values;for(let Yn=0;Yn<Di.length;Yn++){let di=Di[Yn];if(di!=null){U==0?W=Mi[Yn]:K=Mi[Yn],di=""+di;let pr=di.indexOf(`
`)==-1?[di]:di.split(/\n/gm);for(let $n=0;$n<pr.length;$n++){let Vp=pr[$n];We?(u.save(),u.translate(W,K+$n*ui),u.rotate(We),u.fillText(Vp,0,0),u.restore()):u.fillText(Vp,W,K+$n*ui)}}}oe.show&&dn(Mi,oe.filter(n,Pe,x,zt,Te),U,I,ln,an,qe(oe.width*Ne,3),oe.stroke(n,x),oe.dash,oe.cap);let is=M.grid;is.show&&dn(Mi,is.filter(n,Pe,x,zt,Te),U,U==0?2:1,U==0?b:P,U==0?dt:X,qe(is.width*Ne,3),is.stroke(n,x),is.dash,is.cap),Qt.show&&dn([ln],[1],U==0?1:0,U==0?1:2,U==1?b:P,U==1?dt:X,qe(Qt.width*Ne,3),Qt.stroke(n,x),Qt.dash,Qt.cap)}En("drawAxes")}function Se(x){v.forEach((M,I)=>{I>0&&(M._paths=null,x&&(s==1?(M.min=null,M.max=null):M.facets.forEach(U=>{U.min=null,U.max=null})))})}let on=!1,Xn=!1,He=[];function fn(){Xn=!1;for(let x=0;x<He.length;x++)En(...He[x]);He.length=0}function kn(){on||(U1(Mp),on=!0)}function Al(x,M=!1){on=!0,Xn=M,x(n),Mp(),M&&He.length>0&&queueMicrotask(fn)}n.batch=Al;function Mp(){if(at&&(Me(),at=!1),Tt&&(Ct(),Tt=!1),Mt){if(Qe(f,Ho,Xt),Qe(f,"top",he),Qe(f,_l,F),Qe(f,xl,bt),Qe(p,Ho,Xt),Qe(p,"top",he),Qe(p,_l,F),Qe(p,xl,bt),Qe(d,_l,fe),Qe(d,xl,ve),h.width=vn(fe*Ne),h.height=vn(ve*Ne),w.forEach(({_el:x,_show:M,_size:I,_pos:U,side:W})=>{if(x!=null)if(M){let K=W===3||W===0?I:0,lt=W%2==1;Qe(x,lt?"left":"top",U-K),Qe(x,lt?"width":"height",I),Qe(x,lt?"top":"left",lt?he:Xt),Qe(x,lt?"height":"width",lt?bt:F),Of(x,kr)}else yi(x,kr)}),qr=Vs=Yr=k=j=$=Z=Pt=E=null,Ft=1,oa(!0),Xt!=Et||he!=Fe||F!=$t||bt!=te){Se(!1);let x=F/$t,M=bt/te;if(_t&&!nt&&ht.left>=0){ht.left*=x,ht.top*=M,Zr&&ms(Zr,vn(ht.left),0,F,bt),Jr&&ms(Jr,0,vn(ht.top),F,bt);for(let I=0;I<ye.length;I++){let U=ye[I];U!=null&&(Ye[I]*=x,Wn[I]*=M,ms(U,Pi(Ye[I]),Pi(Wn[I]),F,bt))}}if(Ze.show&&!st&&Ze.left>=0&&Ze.width>0){Ze.left*=x,Ze.width*=x,Ze.top*=M,Ze.height*=M;for(let I in Du)Qe(Qr,I,Ze[I])}Et=Xt,Fe=he,$t=F,te=bt}En("setSize"),Mt=!1}fe>0&&ve>0&&(u.clearRect(0,0,h.width,h.height),En("drawClear"),T.forEach(x=>x()),En("draw")),Ze.show&&st&&(Rl(Ze),st=!1),_t&&nt&&(fr(null,!0,!1),nt=!1),ft.show&&ft.live&&gt&&(Iu(),gt=!1),l||(l=!0,n.status=1,En("ready")),zs=!1,on=!1}n.redraw=(x,M)=>{Tt=M||!1,x!==!1?Gs(A,D.min,D.max):kn()};function Ru(x,M){let I=S[x];if(I.from==null){if(rn==0){let U=I.range(n,M.min,M.max,x);M.min=U[0],M.max=U[1]}if(M.min>M.max){let U=M.min;M.min=M.max,M.max=U}if(rn>1&&M.min!=null&&M.max!=null&&M.max-M.min<1e-16)return;x==A&&I.distr==2&&rn>0&&(M.min=$i(M.min,t[0]),M.max=$i(M.max,t[0]),M.min==M.max&&M.max++),H[x]=M,at=!0,kn()}}n.setScale=Ru;let Cu,Pu,Zr,Jr,wp,Ep,Kr,jr,Tp,Ap,$e,tn,Hs=!1,In=ht.drag,Mn=In.x,wn=In.y;_t&&(ht.x&&(Cu=Ci(r1,p)),ht.y&&(Pu=Ci(o1,p)),D.ori==0?(Zr=Cu,Jr=Pu):(Zr=Pu,Jr=Cu),$e=ht.left,tn=ht.top);let Ze=n.select=gn({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),Qr=Ze.show?Ci(s1,Ze.over?p:f):null;function Rl(x,M){if(Ze.show){for(let I in x)Ze[I]=x[I],I in Du&&Qe(Qr,I,x[I]);M!==!1&&En("setSelect")}}n.setSelect=Rl;function mx(x){if(v[x].show)tt&&Of(se[x],kr);else if(tt&&yi(se[x],kr),_t){let I=Nt?ye[0]:ye[x];I!=null&&ms(I,-10,-10,F,bt)}}function Gs(x,M,I){Ru(x,{min:M,max:I})}function ts(x,M,I,U){M.focus!=null&&vx(x),M.show!=null&&v.forEach((W,K)=>{K>0&&(x==K||x==null)&&(W.show=M.show,mx(K),s==2?(Gs(W.facets[0].scale,null,null),Gs(W.facets[1].scale,null,null)):Gs(W.scale,null,null),kn())}),I!==!1&&En("setSeries",x,M),U&&aa("setSeries",n,x,M)}n.setSeries=ts;function gx(x,M){gn(C[x],M)}function _x(x,M){x.fill=Ce(x.fill||null),x.dir=Le(x.dir,-1),M=M??C.length,C.splice(M,0,x)}function xx(x){x==null?C.length=0:C.splice(x,1)}n.addBand=_x,n.setBand=gx,n.delBand=xx;function yx(x,M){v[x].alpha=M,_t&&ye[x]!=null&&(ye[x].style.opacity=M),tt&&se[x]&&(se[x].style.opacity=M)}let vs,Ws,dr,to={focus:!0};function vx(x){if(x!=dr){let M=x==null,I=qt.alpha!=1;v.forEach((U,W)=>{if(s==1||W>0){let K=M||W==0||W==x;U._focus=M?null:K,I&&yx(W,K?1:qt.alpha)}}),dr=x,I&&kn()}}tt&&ce&&kt(u0,Lt,x=>{ht._lock||(le(x),dr!=null&&ts(null,to,!0,pn.setSeries))});function es(x,M,I){let U=S[M];I&&(x=x/Ne-(U.ori==1?he:Xt));let W=F;U.ori==1&&(W=bt,x=W-x),U.dir==-1&&(x=W-x);let K=U._min,lt=U._max,mt=x/W,At=K+(lt-K)*mt,zt=U.distr;return zt==3?Xo(10,At):zt==4?M1(At,U.asinh):zt==100?U.bwd(At):At}function Sx(x,M){let I=es(x,A,M);return $i(I,t[0],cn,hn)}n.valToIdx=x=>$i(x,t[0]),n.posToIdx=Sx,n.posToVal=es,n.valToPos=(x,M,I)=>S[M].ori==0?r(x,S[M],I?X:F,I?P:0):o(x,S[M],I?dt:bt,I?b:0),n.setCursor=(x,M,I)=>{$e=x.left,tn=x.top,fr(null,M,I)};function Rp(x,M){Qe(Qr,Ho,Ze.left=x),Qe(Qr,_l,Ze.width=M)}function Cp(x,M){Qe(Qr,"top",Ze.top=x),Qe(Qr,xl,Ze.height=M)}let sa=D.ori==0?Rp:Cp,ra=D.ori==1?Rp:Cp;function bx(){if(tt&&ft.live)for(let x=s==2?1:0;x<v.length;x++){if(x==0&&ie)continue;let M=ft.values[x],I=0;for(let U in M)Jt[x][I++].firstChild.nodeValue=M[U]}}function Iu(x,M){if(x!=null&&(x.idxs?x.idxs.forEach((I,U)=>{et[U]=I}):A1(x.idx)||et.fill(x.idx),ft.idx=et[0]),tt&&ft.live){for(let I=0;I<v.length;I++)(I>0||s==1&&!ie)&&Mx(I,et[I]);bx()}gt=!1,M!==!1&&En("setLegend")}n.setLegend=Iu;function Mx(x,M){let I=v[x],U=x==0&&z==2?ci:t[x],W;ie?W=I.values(n,x,M)??ot:(W=I.value(n,M==null?null:U[M],x,M),W=W==null?ot:{_:W}),ft.values[x]=W}function fr(x,M,I){Tp=$e,Ap=tn,[$e,tn]=ht.move(n,$e,tn),ht.left=$e,ht.top=tn,_t&&(Zr&&ms(Zr,vn($e),0,F,bt),Jr&&ms(Jr,0,vn(tn),F,bt));let U,W=cn>hn;vs=Xe,Ws=null;let K=D.ori==0?F:bt,lt=D.ori==1?F:bt;if($e<0||rn==0||W){U=ht.idx=null;for(let mt=0;mt<v.length;mt++){let At=ye[mt];At!=null&&ms(At,-10,-10,F,bt)}ce&&ts(null,to,!0,x==null&&pn.setSeries),ft.live&&(et.fill(U),gt=!0)}else{let mt,At,zt;s==1&&(mt=D.ori==0?$e:tn,At=es(mt,A),U=ht.idx=$i(At,t[0],cn,hn),zt=G(t[0][U],D,K,0));let Vt=-10,Wt=-10,ge=0,De=0,Pe=!0,Te="",oe="";for(let Qt=s==2?1:0;Qt<v.length;Qt++){let Je=v[Qt],an=et[Qt],Tn=an==null?null:s==1?t[Qt][an]:t[Qt][1][an],We=ht.dataIdx(n,Qt,U,At),ln=We==null?null:s==1?t[Qt][We]:t[Qt][1][We];if(gt=gt||ln!=Tn||We!=an,et[Qt]=We,Qt>0&&Je.show){let hi=We==null?-10:We==U?zt:G(s==1?t[0][We]:t[Qt][0][We],D,K,0),qn=ln==null?-10:N(ln,s==1?S[Je.scale]:S[Je.facets[1].scale],lt,0);if(ce&&ln!=null){let bi=D.ori==1?$e:tn,Li=Sn(qt.dist(n,Qt,We,qn,bi));if(Li<vs){let ns=qt.bias;if(ns!=0){let ui=es(bi,Je.scale),Mi=ln>=0?1:-1,Di=ui>=0?1:-1;Di==Mi&&(Di==1?ns==1?ln>=ui:ln<=ui:ns==1?ln<=ui:ln>=ui)&&(vs=Li,Ws=Qt)}else vs=Li,Ws=Qt}}if(gt||Nt){let bi,Li;D.ori==0?(bi=hi,Li=qn):(bi=qn,Li=hi);let ns,ui,Mi,Di,is,Yn,di=!0,pr=ut.bbox;if(pr!=null){di=!1;let $n=pr(n,Qt);Mi=$n.left,Di=$n.top,ns=$n.width,ui=$n.height}else Mi=bi,Di=Li,ns=ui=ut.size(n,Qt);if(Yn=ut.fill(n,Qt),is=ut.stroke(n,Qt),Nt)Qt==Ws&&vs<=qt.prox&&(Vt=Mi,Wt=Di,ge=ns,De=ui,Pe=di,Te=Yn,oe=is);else{let $n=ye[Qt];$n!=null&&(Ye[Qt]=Mi,Wn[Qt]=Di,x0($n,ns,ui,di),g0($n,Yn,is),ms($n,Pi(Mi),Pi(Di),F,bt))}}}}if(Nt){let Qt=qt.prox,Je=dr==null?vs<=Qt:vs>Qt||Ws!=dr;if(gt||Je){let an=ye[0];an!=null&&(Ye[0]=Vt,Wn[0]=Wt,x0(an,ge,De,Pe),g0(an,Te,oe),ms(an,Pi(Vt),Pi(Wt),F,bt))}}}if(Ze.show&&Hs)if(x!=null){let[mt,At]=pn.scales,[zt,Vt]=pn.match,[Wt,ge]=x.cursor.sync.scales,De=x.cursor.drag;if(Mn=De._x,wn=De._y,Mn||wn){let{left:Pe,top:Te,width:oe,height:Qt}=x.select,Je=x.scales[Wt].ori,an=x.posToVal,Tn,We,ln,hi,qn,bi=mt!=null&&zt(mt,Wt),Li=At!=null&&Vt(At,ge);bi&&Mn?(Je==0?(Tn=Pe,We=oe):(Tn=Te,We=Qt),ln=S[mt],hi=G(an(Tn,Wt),ln,K,0),qn=G(an(Tn+We,Wt),ln,K,0),sa(Zi(hi,qn),Sn(qn-hi))):sa(0,K),Li&&wn?(Je==1?(Tn=Pe,We=oe):(Tn=Te,We=Qt),ln=S[At],hi=N(an(Tn,ge),ln,lt,0),qn=N(an(Tn+We,ge),ln,lt,0),ra(Zi(hi,qn),Sn(qn-hi))):ra(0,lt)}else Nu()}else{let mt=Sn(Tp-wp),At=Sn(Ap-Ep);if(D.ori==1){let ge=mt;mt=At,At=ge}Mn=In.x&&mt>=In.dist,wn=In.y&&At>=In.dist;let zt=In.uni;zt!=null?Mn&&wn&&(Mn=mt>=zt,wn=At>=zt,!Mn&&!wn&&(At>mt?wn=!0:Mn=!0)):In.x&&In.y&&(Mn||wn)&&(Mn=wn=!0);let Vt,Wt;Mn&&(D.ori==0?(Vt=Kr,Wt=$e):(Vt=jr,Wt=tn),sa(Zi(Vt,Wt),Sn(Wt-Vt)),wn||ra(0,lt)),wn&&(D.ori==1?(Vt=Kr,Wt=$e):(Vt=jr,Wt=tn),ra(Zi(Vt,Wt),Sn(Wt-Vt)),Mn||sa(0,K)),!Mn&&!wn&&(sa(0,0),ra(0,0))}if(In._x=Mn,In._y=wn,x==null){if(I){if(zp!=null){let[mt,At]=pn.scales;pn.values[0]=mt!=null?es(D.ori==0?$e:tn,mt):null,pn.values[1]=At!=null?es(D.ori==1?$e:tn,At):null}aa(Cf,n,$e,tn,F,bt,U)}if(ce){let mt=I&&pn.setSeries,At=qt.prox;dr==null?vs<=At&&ts(Ws,to,!0,mt):vs>At?ts(null,to,!0,mt):Ws!=dr&&ts(Ws,to,!0,mt)}}gt&&(ft.idx=U,Iu()),M!==!1&&En("setCursor")}let Xs=null;Object.defineProperty(n,"rect",{get(){return Xs==null&&oa(!1),Xs}});function oa(x=!1){x?Xs=null:(Xs=p.getBoundingClientRect(),En("syncRect",Xs))}function Pp(x,M,I,U,W,K,lt){ht._lock||Hs&&x!=null&&x.movementX==0&&x.movementY==0||(Lu(x,M,I,U,W,K,lt,!1,x!=null),x!=null?fr(null,!0,!0):fr(M,!0,!1))}function Lu(x,M,I,U,W,K,lt,mt,At){if(Xs==null&&oa(!1),le(x),x!=null)I=x.clientX-Xs.left,U=x.clientY-Xs.top;else{if(I<0||U<0){$e=-10,tn=-10;return}let[zt,Vt]=pn.scales,Wt=M.cursor.sync,[ge,De]=Wt.values,[Pe,Te]=Wt.scales,[oe,Qt]=pn.match,Je=M.axes[0].side%2==1,an=D.ori==0?F:bt,Tn=D.ori==1?F:bt,We=Je?K:W,ln=Je?W:K,hi=Je?U:I,qn=Je?I:U;if(Pe!=null?I=oe(zt,Pe)?a(ge,S[zt],an,0):-10:I=an*(hi/We),Te!=null?U=Qt(Vt,Te)?a(De,S[Vt],Tn,0):-10:U=Tn*(qn/ln),D.ori==1){let bi=I;I=U,U=bi}}At&&(M==null||M.cursor.event.type==Cf)&&((I<=1||I>=F-1)&&(I=Or(I,F)),(U<=1||U>=bt-1)&&(U=Or(U,bt))),mt?(wp=I,Ep=U,[Kr,jr]=ht.move(n,I,U)):($e=I,tn=U)}let Du={width:0,height:0,left:0,top:0};function Nu(){Rl(Du,!1)}let Ip,Lp,Dp,Np;function Up(x,M,I,U,W,K,lt){Hs=!0,Mn=wn=In._x=In._y=!1,Lu(x,M,I,U,W,K,lt,!0,!1),x!=null&&(kt(Pf,Uf,Fp,!1),aa(c0,n,Kr,jr,F,bt,null));let{left:mt,top:At,width:zt,height:Vt}=Ze;Ip=mt,Lp=At,Dp=zt,Np=Vt}function Fp(x,M,I,U,W,K,lt){Hs=In._x=In._y=!1,Lu(x,M,I,U,W,K,lt,!1,!0);let{left:mt,top:At,width:zt,height:Vt}=Ze,Wt=zt>0||Vt>0,ge=Ip!=mt||Lp!=At||Dp!=zt||Np!=Vt;if(Wt&&ge&&Rl(Ze),In.setScale&&Wt&&ge){let De=mt,Pe=zt,Te=At,oe=Vt;if(D.ori==1&&(De=At,Pe=Vt,Te=mt,oe=zt),Mn&&Gs(A,es(De,A),es(De+Pe,A)),wn)for(let Qt in S){let Je=S[Qt];Qt!=A&&Je.from==null&&Je.min!=Xe&&Gs(Qt,es(Te+oe,Qt),es(Te,Qt))}Nu()}else ht.lock&&(ht._lock=!ht._lock,fr(M,!0,x!=null));x!=null&&(_e(Pf,Uf),aa(Pf,n,$e,tn,F,bt,null))}function wx(x,M,I,U,W,K,lt){if(ht._lock)return;le(x);let mt=Hs;if(Hs){let At=!0,zt=!0,Vt=10,Wt,ge;D.ori==0?(Wt=Mn,ge=wn):(Wt=wn,ge=Mn),Wt&&ge&&(At=$e<=Vt||$e>=F-Vt,zt=tn<=Vt||tn>=bt-Vt),Wt&&At&&($e=$e<Kr?0:F),ge&&zt&&(tn=tn<jr?0:bt),fr(null,!0,!0),Hs=!1}$e=-10,tn=-10,et.fill(null),fr(null,!0,!0),mt&&(Hs=mt)}function Op(x,M,I,U,W,K,lt){ht._lock||(le(x),ia(),Nu(),x!=null&&aa(d0,n,$e,tn,F,bt,null))}function Bp(){w.forEach(GE),B(n.width,n.height,!0)}zr(jh,Wo,Bp);let eo={};eo.mousedown=Up,eo.mousemove=Pp,eo.mouseup=Fp,eo.dblclick=Op,eo.setSeries=(x,M,I,U)=>{let W=pn.match[2];I=W(n,M,I),I!=-1&&ts(I,U,!0,!1)},_t&&(kt(c0,p,Up),kt(Cf,p,Pp),kt(h0,p,x=>{le(x),oa(!1)}),kt(u0,p,wx),kt(d0,p,Op),Gf.add(n),n.syncRect=oa);let Cl=n.hooks=i.hooks||{};function En(x,M,I){Xn?He.push([x,M,I]):x in Cl&&Cl[x].forEach(U=>{U.call(null,n,M,I)})}(i.plugins||[]).forEach(x=>{for(let M in x.hooks)Cl[M]=(Cl[M]||[]).concat(x.hooks[M])});let kp=(x,M,I)=>I,pn=gn({key:null,setSeries:!1,filters:{pub:M0,sub:M0},scales:[A,v[1]?v[1].scale:null],match:[w0,w0,kp],values:[null,null]},ht.sync);pn.match.length==2&&pn.match.push(kp),ht.sync=pn;let zp=pn.key,Uu=v_(zp);function aa(x,M,I,U,W,K,lt){pn.filters.pub(x,M,I,U,W,K,lt)&&Uu.pub(x,M,I,U,W,K,lt)}Uu.sub(n);function Ex(x,M,I,U,W,K,lt){pn.filters.sub(x,M,I,U,W,K,lt)&&eo[x](null,M,I,U,W,K,lt)}n.pub=Ex;function Tx(){Uu.unsub(n),Gf.delete(n),ne.clear(),Bf(jh,Wo,Bp),c.remove(),Lt?.remove(),En("destroy")}n.destroy=Tx;function Fu(){En("init",i,t),na(t||i.data,!1),H[A]?Ru(A,H[A]):ia(),st=Ze.show&&(Ze.width>0||Ze.height>0),nt=gt=!0,B(i.width,i.height)}return v.forEach(Xr),w.forEach(gs),e?e instanceof HTMLElement?(e.appendChild(c),Fu()):e(n,Fu):Fu(),n}Bn.assign=gn;Bn.fmtNum=Jf;Bn.rangeNum=Qh;Bn.rangeLog=nu;Bn.rangeAsinh=$f;Bn.orient=Hr;Bn.pxRatio=Ne;Bn.join=N1;Bn.fmtDate=jf,Bn.tzDate=X1;Bn.sync=v_;{Bn.addGap=AE,Bn.clipGaps=ru;let i=Bn.paths={points:T_};i.linear=R_,i.stepped=PE,i.bars=IE,i.spline=DE}var L_=["#4f8ff7","#f0913d","#4fb86a","#e5566d","#35b7b0","#b083e8","#d9b43a","#ef8fb3","#a98467","#8fa3bd"],WE=(i,t)=>{let e=i==="dark"?"#9fb0c3":"#4a586b",n={stroke:i==="dark"?"rgba(140, 160, 185, 0.16)":"rgba(60, 80, 110, 0.14)",width:1},s="11px system-ui, sans-serif",r={stroke:e,grid:n,ticks:n,font:s,labelFont:s};return[{...r,size:30,values:(o,a)=>a.map(Kt)},{...r,size:58,label:t==="1"?"":t,labelSize:16,values:(o,a)=>a.map(Kt)}]},XE=i=>({hooks:{draw:t=>{let e=t.valToPos(i.time,"x",!0);e<t.bbox.left-1||e>t.bbox.left+t.bbox.width+1||(t.ctx.save(),t.ctx.strokeStyle="#f5c451",t.ctx.lineWidth=1.5*devicePixelRatio,t.ctx.beginPath(),t.ctx.moveTo(e,t.bbox.top),t.ctx.lineTo(e,t.bbox.top+t.bbox.height),t.ctx.stroke(),t.ctx.restore())}}}),rp=(i,t,e,{width:n,height:s,theme:r,onZoom:o,range:a})=>{let{series:l}=t,c=(t.page.time||"time")==="time",h={width:n,height:s,scales:{x:{time:!1}},axes:WE(r,l.unit(e[0])),legend:{show:!0,live:!0},cursor:{drag:{x:!0,y:!1,uni:20},points:{size:6}},series:[{label:c?"t":t.page.time,value:(f,p)=>p===null?"\u2013":`${Kt(p)}${c?" s":""}`},...e.map((f,p)=>({label:f,stroke:L_[p%L_.length],width:1.6,points:{show:!1},value:(_,m)=>Kt(m)}))],plugins:[XE(t)],hooks:{setSelect:[f=>f.select.width>3&&o?.(f.posToVal(f.select.left,"x"),f.posToVal(f.select.left+f.select.width,"x"))]}},u=new Bn(h,[l.time,...e.map(f=>l.values(f))],i);a&&u.setScale("x",{min:a[0],max:a[1]});let d=null;return u.over.addEventListener("mousedown",f=>d=f.clientX),u.over.addEventListener("mouseup",f=>{d!==null&&Math.abs(f.clientX-d)<4&&t.setTime(u.posToVal(f.offsetX,"x"))}),u.over.addEventListener("dblclick",()=>o?.(null)),u},cu=class{constructor(t,e){this.host=t,this.viewer=e,this.names=[],this.charts=[],this.range=null,this.area=Y("div",{class:"charts"}),this.chosen=Y("div",{class:"chips"}),this.makePicker(),t.append(this.picker,this.chosen,this.area),e.on("time",()=>this.redraw()),new ResizeObserver(()=>this.resize()).observe(t)}makePicker(){let{page:t}=this.viewer;this.list=Y("div",{class:"channel-list",role:"listbox"}),this.search=Y("input",{type:"search",placeholder:`Search ${t.channels.length} channels \u2026`,"aria-label":"Search channels",id:"channel-search"}),this.search.addEventListener("input",()=>this.showList()),this.search.addEventListener("focus",()=>this.showList()),this.search.addEventListener("keydown",s=>{s.key==="Escape"&&(s.preventDefault(),this.hideList(),this.search.blur()),s.key==="Enter"&&this.list.querySelector("button")?.click()});let e=Y("button",{class:"small",id:"csv",title:"Save what is shown as comma-separated values"},"CSV");e.addEventListener("click",()=>this.save());let n=Y("button",{class:"small",title:"Remove all channels"},"Clear");n.addEventListener("click",()=>this.set([])),this.picker=Y("div",{class:"picker"},this.search,e,n,this.list),document.addEventListener("pointerdown",s=>!this.picker.contains(s.target)&&this.hideList())}showList(){let t=this.search.value.toLowerCase().split(/\s+/).filter(Boolean),e=this.viewer.page.channels.filter(({name:n})=>t.every(s=>n.toLowerCase().includes(s)));this.list.replaceChildren(...e.slice(0,300).map(({name:n,unit:s,low:r,high:o})=>{let a=Y("button",{class:this.names.includes(n)?"on":"",role:"option","data-channel":n},Y("span",{},n),Y("small",{},`${Kt(r)} \u2026 ${Kt(o)} ${s==="1"?"":s}`));return a.addEventListener("click",()=>{this.toggle(n),a.classList.toggle("on")}),a})),e.length||this.list.append(Y("p",{},"No channel has these words in its name.")),this.list.classList.add("open")}hideList(){this.list.classList.remove("open")}toggle(t){this.set(this.names.includes(t)?this.names.filter(e=>e!==t):[...this.names,t])}set(t){this.names=t.filter(e=>this.viewer.series.has(e)),this.build()}build(){for(let e of this.charts)e.destroy();if(this.charts=[],this.chosen.replaceChildren(...this.names.map(e=>{let n=Y("button",{class:"chip",title:"Remove"},`${e} \xD7`);return n.addEventListener("click",()=>this.toggle(e)),n})),this.area.replaceChildren(),!this.names.length){this.area.append(Y("p",{class:"hint"},"Search for a channel, or click a part and then one of its channels. Click in a plot to go to a time, drag to zoom, double click to see all."));return}let t=Map.groupBy?Map.groupBy(this.names,e=>this.viewer.series.unit(e)):qE(this.names,e=>this.viewer.series.unit(e));for(let e of t.values()){let n=Y("div",{class:"chart"});this.area.append(n),this.charts.push(rp(n,this.viewer,e,{width:this.width(),height:200,theme:this.viewer.stage.theme,range:this.range,onZoom:(s,r)=>this.zoom(s,r)}))}}zoom(t,e){let{time:n}=this.viewer.series;this.range=t===null?null:[t,e];for(let s of this.charts)s.setScale("x",{min:t??n[0],max:e??n[n.length-1]})}width(){return Math.max(200,this.host.clientWidth-20)}resize(){for(let t of this.charts)t.setSize({width:this.width(),height:200})}redraw(){if(this.host.offsetParent!==null)for(let t of this.charts)t.redraw(!1,!1)}csv(){let{series:t}=this.viewer,e=this.names.map(s=>t.values(s)),n=[`${(this.viewer.page.time||"time")==="time"?"time [s]":this.viewer.page.time},${this.names.map(s=>`${s} [${t.unit(s)}]`).join(",")}`];return t.time.forEach((s,r)=>{this.range&&(s<this.range[0]||s>this.range[1])||n.push([s,...e.map(o=>o[r])].join(","))}),n.join(`
`)+`
`}save(){if(!this.names.length)return;let t=Y("a",{download:"channels.csv",href:URL.createObjectURL(new Blob([this.csv()],{type:"text/csv"}))});t.click(),setTimeout(()=>URL.revokeObjectURL(t.href),1e3)}},qE=(i,t)=>{let e=new Map;for(let n of i)e.set(t(n),[...e.get(t(n))??[],n]);return e};var D_=["x","y","z"],ri=new R,hr=new Ee,Gn=new R,N_=new R,U_=(i,t,e)=>{let n=new Ge,s=new je(new Ps(.22*i,.22*i,1,14).rotateX(Math.PI/2),t),r=()=>new je(new Ia(.62*i,1.5*i,18).rotateX(Math.PI/2),t),o=e?[r(),r()]:[r()];return n.add(s,...o),n.setLength=a=>{let l=Math.min(1.5*i,.5*a),c=Math.max(a-l,.02*i);s.scale.z=c,s.position.z=c/2,o.forEach((h,u)=>{h.scale.z=l/(1.5*i),h.position.z=c+.5*l-.6*u*l})},n},hu=class{constructor(t,e,n,s,r){this.motion=e,this.series=n,this.g=s,this.object=new Ge,this.items=[],this.kinds={load:!0,reaction:!1};let o={load:{force:qi("#ff5a4f",{roughness:.4}),moment:qi("#ff9f43",{roughness:.4})},reaction:{force:qi("#39b5ff",{roughness:.4}),moment:qi("#8f7bff",{roughness:.4})}},a=(l,c,h,u)=>{for(let d of["force","moment"]){let f=D_.map(m=>t.channels[t.channelIndex.get(`${c}.${d}.${m}`)]);if(f.some(m=>!m||m.low===null))continue;let p=Math.max(...f.map(m=>Math.max(Math.abs(m.low),Math.abs(m.high))));if(p<1e-9)continue;let _=U_(s,o[l][d],d==="moment");this.object.add(_),this.items.push({kind:l,name:c,quantity:d,mesh:_,largest:p,inFrame:u,track:h.track,at:Ri(e,h.at),axes:h.axes&&Ri(e,h.axes)})}};for(let l of e.geometry.loads)a("load",l.name,{at:l});for(let l of e.geometry.joints)a("reaction",l.name,{at:l.sides[1],axes:l.sides[0],track:l.track},!0);this.addCombs(t,s,o.load),this.longest=.22*r,this.scales={};for(let l of["load","reaction"])for(let c of["force","moment"])this.scales[l+c]=Math.max(0,...this.items.filter(h=>h.kind===l&&h.quantity===c).map(h=>h.largest));this.factor=1,this.update()}addCombs(t,e,n){this.combs=[];for(let s of t.geometry.beam_loads??[])for(let r of["force","moment"]){let o=t.block(`loads/${Gh(s.name)}/${r}`),a=o&&new op(this.motion,s,r,o,e,n[r]);!a||!(a.largest>0)||(this.combs.push(a),this.object.add(a.object))}}has(t){return this.items.some(e=>e.kind===t)||t==="load"&&this.combs.length>0}updateCombs(){for(let t of[!0,!1]){let e=this.combs.filter(s=>s.pushes===t),n=Math.max(...e.map(s=>s.largest));for(let s of e)s.object.visible=this.kinds.load,s.object.visible&&s.update(.55*this.factor*this.longest/n)}}update(){this.updateCombs();for(let t of this.items){if(t.mesh.visible=this.kinds[t.kind]&&!t.hidden,!t.mesh.visible)continue;Gn.set(...D_.map(s=>this.series.at(`${t.name}.${t.quantity}.${s}`,this.motion.time))),t.track?(this.motion.place(t.at,ri,hr),this.motion.alongTrack(t.track,ri,hr),Gn.set(Gn.y,Gn.z,Gn.x).applyQuaternion(hr)):t.inFrame&&(this.motion.place(t.axes,ri,hr),Gn.applyQuaternion(hr));let e=this.scales[t.kind+t.quantity],n=this.factor*this.longest*Gn.length()/e;t.mesh.visible=Gn.length()>1e-6*e,this.motion.place(t.at,ri,hr),t.mesh.position.copy(ri),t.mesh.visible&&(ml(t.mesh,Gn),t.mesh.setLength(n),t.kind==="load"&&t.quantity==="force"&&t.mesh.position.addScaledVector(Gn.normalize(),-n))}}},YE=25,op=class{constructor(t,e,n,s,r,o){this.motion=t,this.track=t.beams.find(h=>h.beam.name===e.beam),this.block=s,this.row=new Float32Array(s.width),this.object=new Ge,this.pushes=n==="force",this.off=Math.max(.5*t.page.scene.beams[t.beams.indexOf(this.track)].thickness,.15*r);let{span:a,count:l}=this.track,c=Math.min(YE,Math.max(9,l));this.places=Array.from({length:c},(h,u)=>{let d=a[l-1]*u/(c-1),[f,p]=pl(a,d);return{node:f,share:p,mesh:U_(.6*r,o,!this.pushes),tail:new R}}),this.spine=new Fr(new Fs,new Wi({color:o.color,linewidth:1.6})),this.spine.frustumCulled=!1,this.object.add(this.spine,...this.places.map(h=>h.mesh)),this.largest=0;for(let h=0;h<s.rows;h++)for(let u=0;u<s.width;u+=3)this.largest=Math.max(this.largest,Math.hypot(s.at(h,u),s.at(h,u+1),s.at(h,u+2)))}update(t){let e=Math.floor(this.motion.frame),n=Bo(this.block,e,this.motion.frame-e,this.row);for(let{node:s,share:r,mesh:o,tail:a}of this.places){let l=(u,d)=>(d.fromArray(u,3*s),r>0?d.lerp(N_.fromArray(u,3*s+3),r):d);l(this.track.x,ri),l(n,Gn);let c=t*Gn.length(),h=Gn.length()||1;this.pushes?ri.addScaledVector(Gn,-this.off/h):ri.add(N_.set(0,1.4*this.off,0).applyQuaternion(hr.fromArray(this.track.q,4*s))),a.copy(ri).addScaledVector(Gn,this.pushes?-t:t),o.visible=c>.01*t*this.largest,o.visible&&(ml(o,Gn),o.setLength(c),o.position.copy(this.pushes?a:ri))}this.spine.geometry.setPositions(this.places.flatMap(({tail:s})=>s.toArray()))}},uu=class{constructor(t,e,n){this.motion=t;let s=Ri(t,e),r=t.time,o=[];for(let l of t.times)t.setTime(l),t.place(s,ri,hr),o.push(ri.x,ri.y,ri.z);t.setTime(r),this.points=o,this.object=new Ge;let a=(l,c)=>{let h=new Fs;h.setPositions(o.length>3?o:[...o,...o]);let u=new Fr(h,new Wi({color:n,linewidth:l,transparent:c<1,opacity:c}));return u.frustumCulled=!1,this.object.add(u),u};this.whole=a(1.6,.28),this.past=a(2.6,1),this.update()}update(){let t=Math.floor(this.motion.frame);this.past.geometry.instanceCount=Math.max(0,t),this.past.visible=t>0}};var F_={magnitude:["#5661c9","#3f8bd8","#35b4c2","#5ccd86","#b3da58","#f4d23f","#f5843a"],signed:["#2b4bb8","#5f8fe0","#a9c7ee","#e8e4dc","#f2b193","#dd6a55","#a81c35"]},ap=256,lp=new Map,O_=i=>{if(lp.has(i))return lp.get(i);let t=F_[i].map(n=>new de().setStyle(n,"srgb-linear")),e=new Float32Array(3*ap);for(let n=0;n<ap;n++){let s=n/(ap-1)*(t.length-1),r=Math.min(Math.floor(s),t.length-2),o=t[r].clone().lerp(t[r+1],s-r);o.setRGB(o.r,o.g,o.b,"srgb"),e.set([o.r,o.g,o.b],3*n)}return lp.set(i,e),e};var B_=i=>F_[i];var $E=.766,V_=i=>{let t=i.map(([n,s],r)=>{let[o,a]=i[(r+1)%i.length],l=Math.hypot(o-n,a-s)||1;return[(a-s)/l,(n-o)/l]}),e=n=>t[(n+i.length-1)%i.length];return{normals:t,before:e,sharp:t.map((n,s)=>e(s)[0]*n[0]+e(s)[1]*n[1]<$E)}},k_=(i,t)=>{let{normals:e,before:n}=V_(i);return i.flatMap(([s,r],o)=>{let[a,l]=[n(o),e[o]];if(t[o])return[[s,r,...a],[s,r,...l]];let c=Math.hypot(a[0]+l[0],a[1]+l[1])||1;return[[s,r,(a[0]+l[0])/c,(a[1]+l[1])/c]]})},ZE=i=>Array.from({length:i.length/2},(t,e)=>[i[2*e],i[2*e+1]]),JE=(i,t,e)=>i.map(([n,s],r)=>[n+e*(t[r][0]-n),s+e*(t[r][1]-s)]),KE=(i,t)=>{let e=0;for(;e<i.length&&i[e].at<=t;)e++;let n=i[Math.max(e-1,0)],s=i[Math.min(e,i.length-1)];return n===s||e===0?n.outline:JE(n.outline,s.outline,(t-n.at)/(s.at-n.at))},jE=(i,t)=>i.map((e,n)=>i.reduce((s,r,o)=>o===n?s:s*(t-r)/(e-r),1)),fu=[{key:"axial",label:"axial force",unit:"N",block:"force",parts:[0]},{key:"shear.y",label:"shear force y",unit:"N",block:"force",parts:[1]},{key:"shear.z",label:"shear force z",unit:"N",block:"force",parts:[2]},{key:"torque",label:"torque",unit:"N m",block:"force",parts:[3]},{key:"moment.y",label:"bending moment y",unit:"N m",block:"force",parts:[4]},{key:"moment.z",label:"bending moment z",unit:"N m",block:"force",parts:[5]},{key:"shear",label:"shear force, resultant",unit:"N",block:"force",parts:[1,2]},{key:"bending",label:"bending moment, resultant",unit:"N m",block:"force",parts:[4,5]},{key:"strain.axial",label:"axial strain",unit:"1",block:"strain",parts:[0]},{key:"strain.y",label:"shear strain y",unit:"1",block:"strain",parts:[1]},{key:"strain.z",label:"shear strain z",unit:"1",block:"strain",parts:[2]},{key:"twist",label:"twist",unit:"1/m",block:"strain",parts:[3]},{key:"curvature.y",label:"curvature y",unit:"1/m",block:"strain",parts:[4]},{key:"curvature.z",label:"curvature z",unit:"1/m",block:"strain",parts:[5]}],QE=1e-12,tT=({track:{strain:i,span:t}})=>{if(!i)return!0;let e=Math.abs(t[t.length-1]-t[0]);return Array.from({length:6},(n,s)=>i.scales[s]*(s<3?1:e)).some(n=>!(n<=QE))},cp=(i,t)=>{let e=i.map(l=>l.range(t)).filter(l=>l&&l.high>=l.low);if(!e.length||!i.some(tT))return null;let n=Math.min(...e.map(l=>l.low)),s=Math.max(...e.map(l=>l.high)),r=Math.max(Math.abs(n),Math.abs(s));if(!(r>0))return null;let o=n<0&&t.parts.length===1,a=o?l=>.5+.5*l/r:l=>(l-n)/(s-n||r);return{quantity:t,map:o?"signed":"magnitude",low:n,high:s,from:a(n),to:a(s),share:a}},z_=Array.from({length:4},()=>new Float64Array(3)),du=class{constructor(t,e){let{beam:n}=t;this.track=t,this.order=n.order,this.pieces=n.order*Math.max(1,Math.min(4,Math.ceil(e.rings/(n.nodes-1)))),this.makeWeights(),this.makeOutlines(e.sections),this.ringCount=n.elements*(this.pieces+1),this.makeMesh(e),this.color=e.color,this.paint(null)}makeWeights(){let{span:t}=this.track,e=Array.from({length:this.order+1},(n,s)=>(t[s]-t[0])/(t[this.order]-t[0]));this.weights=Array.from({length:this.pieces+1},(n,s)=>jE(e,s/this.pieces))}makeOutlines(t){let{beam:e,span:n}=this.track,s=t.map(({at:a,outline:l})=>({at:a,outline:ZE(l)})),{sharp:r}=V_(s[0].outline),o=k_(s[0].outline,r);this.sides=o.length,this.outlines=[];for(let a=0;a<e.elements;a++)for(let l=0;l<=this.pieces;l++){let c=n[a*this.order],h=n[(a+1)*this.order],u=(c+(h-c)*l/this.pieces)/e.length;this.outlines.push(s.length===1?o:k_(KE(s,u),r))}}makeMesh(t){let{sides:e,ringCount:n}=this,s=this.pieces+1,r=[];for(let d=0;d+1<n;d++)if((d+1)%s!==0)for(let f=0;f<e;f++){let p=d*e+f,_=d*e+(f+1)%e;r.push(p,_,p+e,_,_+e,p+e)}let o=2*e,a=(n+1)*e,l=d=>Ti.triangulateShape(d.map(([f,p])=>new pt(f,p)),[]);for(let[d,f,p]of l(this.outlines[0]))r.push(n*e+d,n*e+p,n*e+f);for(let[d,f,p]of l(this.outlines[n-1]))r.push(a+d,a+f,a+p);let c=n*e+o;this.positions=new Float32Array(3*c),this.normals=new Float32Array(3*c),this.colors=new Float32Array(3*c);let h=new en,u=d=>new gi(d,3).setUsage(Xd);h.setAttribute("position",u(this.positions)),h.setAttribute("normal",u(this.normals)),h.setAttribute("color",u(this.colors)),h.setIndex(c>65535?new vr(r,1):new yr(r,1)),this.mesh=new je(h,new ls({vertexColors:!0,roughness:.6,metalness:.05,side:Nn})),this.mesh.frustumCulled=!1,this.mesh.castShadow=t.shadows}frame(t,e,n,s){let{q:r,stationTurn:o}=this.track,a=4*(t*this.order+e),[l,c,h,u]=[r[a],r[a+1],r[a+2],r[a+3]],d=4*(t*(this.order+1)+e);if(o[d+3]<.999999){let[f,p,_,m]=[o[d],o[d+1],o[d+2],o[d+3]];[l,c,h,u]=[u*f+l*m+c*_-h*p,u*p-l*_+c*m+h*f,u*_+l*p-c*f+h*m,u*m-l*f-c*p-h*_]}n[s]=2*(l*c-u*h),n[s+1]=1-2*(l*l+h*h),n[s+2]=2*(c*h+u*l),n[s+3]=2*(l*h+u*c),n[s+4]=2*(c*h-u*l),n[s+5]=1-2*(l*l+c*c)}update(){let{track:t,order:e,pieces:n,weights:s}=this,r=this.directors??(this.directors=new Float64Array(6*(e+1))),o=0;for(let a=0;a<t.beam.elements;a++){for(let l=0;l<=e;l++)this.frame(a,l,r,6*l);for(let l=0;l<=n;l++){let[c,h,u]=z_;c.fill(0),h.fill(0),u.fill(0);for(let d=0;d<=e;d++){let f=s[l][d];if(f===0)continue;let p=3*(a*e+d);for(let _=0;_<3;_++)c[_]+=f*t.x[p+_],h[_]+=f*r[6*d+_],u[_]+=f*r[6*d+3+_]}this.putRing(o++,c,h,u)}}this.putCaps();for(let a of["position","normal"])this.mesh.geometry.attributes[a].needsUpdate=!0}putRing(t,e,n,s){let{positions:r,normals:o,sides:a}=this,l=this.outlines[t],c=3*t*a;for(let h=0;h<a;h++){let u=l[h];for(let d=0;d<3;d++,c++)r[c]=e[d]+u[0]*n[d]+u[1]*s[d],o[c]=u[2]*n[d]+u[3]*s[d]}}putCaps(){let{positions:t,normals:e,sides:n,ringCount:s}=this,[,,,r]=z_;for(let[o,a]of[[0,s],[s-1,s+1]]){let l=o===0?1:o-1;for(let h=0;h<3;h++)r[h]=t[3*o*n+h]-t[3*l*n+h];let c=Math.hypot(...r)||1;for(let h=0;h<3*n;h++)t[3*a*n+h]=t[3*o*n+h],e[3*a*n+h]=r[h%3]/c}}paint(t,e,n){let{sides:s,ringCount:r,colors:o,color:a}=this;if(!t||!this.track[t.quantity.block])for(let l=0;l<o.length;l+=3)o[l]=a.r,o[l+1]=a.g,o[l+2]=a.b;else{let l=O_(t.map),c=this.stationValues(t.quantity,e,n);for(let h=0;h<r;h++){let u=this.valueAt(c,h),d=3*Math.round(255*Math.max(0,Math.min(1,t.share(u))));this.paintRing(h,l,d),h===0&&this.paintRing(r,l,d),h===r-1&&this.paintRing(r+1,l,d)}}this.mesh.geometry.attributes.color.needsUpdate=!0}paintRing(t,e,n){let{colors:s,sides:r}=this;for(let o=0,a=3*t*r;o<r;o++,a+=3)s[a]=e[n],s[a+1]=e[n+1],s[a+2]=e[n+2]}stationValues(t,e,n){let s=this.track[t.block];this.rowOfBlock??(this.rowOfBlock=new Float64Array(s.width));let r=Bo(s,e,n,this.rowOfBlock),o=this.values??(this.values=new Float64Array(s.width/6)),[a,l]=t.parts;for(let c=0;c<o.length;c++)o[c]=l===void 0?r[6*c+a]:Math.hypot(r[6*c+a],r[6*c+l]);return o}valueAt(t,e){let n=Math.floor(e/(this.pieces+1)),s=this.weights[e%(this.pieces+1)],r=0;for(let o=0;o<=this.order;o++)r+=s[o]*t[n*(this.order+1)+o];return r}range(t){let e=this.track[t.block];if(!e)return null;let n=this.ranges??(this.ranges=new Map);if(n.has(t.key))return n.get(t.key);let s=1/0,r=-1/0;for(let l=0;l<e.rows;l++)for(let c=0;c<e.width;c+=6){let h=e.at(l,c+t.parts[0]);t.parts.length>1&&(h=Math.hypot(h,e.at(l,c+t.parts[1]))),h<s&&(s=h),h>r&&(r=h)}let o=t.parts.length===1?e.scales[t.parts[0]]:0;o>0&&r>=-s?r=o:o>0&&(s=-o),t.parts.length>1&&(s=0);let a={low:s,high:r};return n.set(t.key,a),a}};var eT=["#e5534b","#57ab5a","#539bf5"],nT={dark:{text:"#e6ebf2",soft:"#9fb0c3",back:"rgba(13, 17, 24, 0.72)",line:"rgba(160, 176, 196, 0.5)"},light:{text:"#1c2430",soft:"#5b6b80",back:"rgba(255, 255, 255, 0.8)",line:"rgba(90, 106, 128, 0.45)"}},H_=(i,t)=>{let e=Math.max(0,Math.min(1,t))*(i.length-1),n=Math.min(Math.floor(e),i.length-2),s=(o,a)=>parseInt(o.slice(1+2*a,3+2*a),16);return`rgb(${[0,1,2].map(o=>Math.round(s(i[n],o)+(e-n)*(s(i[n+1],o)-s(i[n],o)))).join(",")})`},pu=class{constructor(t,e){this.stage=t,this.view=e,this.canvas=document.createElement("canvas"),this.canvas.className="overlay",t.host.append(this.canvas),t.onDraw(()=>this.draw())}draw(){let{host:t,renderer:e}=this.stage,n=e.getPixelRatio(),[s,r]=[t.clientWidth,t.clientHeight];(this.canvas.width!==Math.round(s*n)||this.canvas.height!==Math.round(r*n))&&(this.canvas.width=Math.round(s*n),this.canvas.height=Math.round(r*n));let o=this.canvas.getContext("2d");o.setTransform(n,0,0,n,0,0),o.clearRect(0,0,s,r),this.context=o,this.ink=nT[this.stage.theme],this.taken=[],this.view.legend&&this.drawLegend(this.view.legend,s,r),this.drawCompass(r),this.view.labels&&this.drawLabels(),this.view.caption&&this.drawCaption(this.view.caption(),r)}font(t,e=500){this.context.font=`${e} ${t}px system-ui, "Segoe UI", "DejaVu Sans", sans-serif`}free(t){return!this.taken.some(e=>t[0]<e[2]&&e[0]<t[2]&&t[1]<e[3]&&e[1]<t[3])}drawLabels(){let{context:t,ink:e}=this,n=new R,s=this.view.labelled();for(let{text:r,at:o,strong:a,color:l}of s){if(this.stage.project(o,n),n.z>1||n.x<0||n.y<0||n.x>this.stage.host.clientWidth||n.y>this.stage.host.clientHeight)continue;this.font(a?13:12,a?650:500);let c=t.measureText(r).width+(l?15:10),u=[[12,-24],[12,8],[-12-c,-24],[-12-c,8],[-c/2,-34],[-c/2,18]].map(([d,f])=>[n.x+d,n.y+f,n.x+d+c,n.y+f+18]).find(d=>this.free(d)&&d[0]>0&&d[2]<this.stage.host.clientWidth);u&&(this.taken.push(u),t.strokeStyle=e.line,t.beginPath(),t.moveTo(n.x,n.y),t.lineTo(Math.max(u[0],Math.min(n.x,u[2])),u[1]<n.y?u[3]:u[1]),t.stroke(),t.fillStyle=e.back,t.beginPath(),t.roundRect(u[0],u[1],c,18,5),t.fill(),l&&(t.fillStyle=l,t.fillRect(u[0]+4,u[1]+4,2.5,10)),t.fillStyle=a?e.text:e.soft,l&&(t.fillStyle=e.text),t.textBaseline="middle",t.fillText(r,u[0]+(l?9.5:5.5),u[1]+9.5))}}drawCompass(t){let{context:e,ink:n}=this,s=this.stage.camera.quaternion.clone().invert(),[r,o,a]=[46,t-46,28],l=(u,d,f,p)=>{let _=u.clone().normalize().applyQuaternion(s);e.strokeStyle=e.fillStyle=d,e.lineWidth=2,e.setLineDash(p?[3,2]:[]);let[m,g]=[r+_.x*a,o-_.y*a];e.beginPath(),e.moveTo(r,o),e.lineTo(m,g),e.stroke(),e.setLineDash([]),e.textBaseline="middle",e.textAlign="center",this.font(11,650);let v=Math.hypot(_.x,_.y)>.2?9/Math.hypot(_.x,_.y)/a:.4;return e.fillText(f,m+_.x*a*v,g-_.y*a*v),e.textAlign="left",_.z},c=[0,1,2].map(u=>({k:u,d:new R().setComponent(u,1)}));for(let{k:u,d}of c)l(d,eT[u],"xyz"[u]);let h=new R(...this.view.gravity??[0,0,0]);if(h.length()>0){let u=h.clone().normalize().applyQuaternion(s),[d,f]=[96,t-46];e.strokeStyle=e.fillStyle=n.soft,e.lineWidth=2.5,e.beginPath(),e.moveTo(d-u.x*16,f+u.y*16),e.lineTo(d+u.x*14,f-u.y*14),e.stroke();let p=Math.atan2(-u.y,u.x);e.beginPath();for(let[_,m]of[[20,0],[9,2.5*.25],[9,-2.5*.25]])e.lineTo(d+_*Math.cos(p+m),f+_*Math.sin(p+m));e.fill(),this.font(11,650),e.textBaseline="middle",e.fillText("g",d+10,f-2),this.taken.push([d-24,f-24,d+24,f+24])}this.taken.push([r-40,o-40,r+40,o+40])}drawLegend({title:t,unit:e,map:n,low:s,high:r,from:o,to:a},l,c){let{context:h,ink:u}=this,[d,f,p]=[l-128,64,Math.min(200,c-170)],_=B_(n),m=h.createLinearGradient(0,f+p,0,f);_.forEach((v,w)=>{let S=(w/(_.length-1)-o)/(a-o||1);S>=0&&S<=1&&m.addColorStop(S,v)}),m.addColorStop(0,H_(_,o)),m.addColorStop(1,H_(_,a)),h.fillStyle=u.back,h.beginPath(),h.roundRect(d-14,f-48,132,p+66,8),h.fill(),h.fillStyle=m,h.fillRect(d,f,16,p),h.fillStyle=u.text,this.font(11.5,650),h.textBaseline="middle";let g=t.split(", ");h.fillText(g[0],d-4,f-34),this.font(11),h.fillStyle=u.soft,h.fillText(`${g[1]?g[1]+", ":""}${e}`,d-4,f-18),h.fillStyle=u.text;for(let v of[0,.25,.5,.75,1]){let w=f+p*(1-v);h.fillRect(d+16,w-.5,5,1),h.fillText(Kt(s+v*(r-s)),d+25,w)}this.taken.push([d-14,f-48,l,f+p+18])}drawCaption(t,e){this.font(12.5,600);let{context:n,ink:s}=this,r=134;n.fillStyle=s.soft,n.textBaseline="middle",n.fillText(t,r,e-24)}};var mu=new R,iT=new Ee,up=class extends Ge{constructor(t,e){super(),this.motion=t,this.node=e,this.inner=new Ge,this.inner.position.copy(t.referencePosition(e)).negate(),this.add(this.inner)}update(){this.motion.node(this.node,this.position,this.quaternion)}toReference(t){return t.sub(this.position).applyQuaternion(iT.copy(this.quaternion).invert()).sub(this.inner.position)}},sT=i=>Array.from({length:i.length/3},(t,e)=>new R().fromArray(i,3*e)),fp=(i,t)=>{let e=i.page.scene.joints[t.name]?.guide;if(!e)return null;let{points:n,triangles:s}=e.points?e:t.curve??t.mesh;return t.guide??(t.guide={...e,triangles:s,points:sT(n)})},dp=class extends Dn{constructor(t,e){super(),this.points=e?[...t,t[0]]:t}getPoint(t,e=new R){let n=Math.min(Math.max(t,0),1)*(this.points.length-1),s=Math.min(Math.floor(n),this.points.length-2);return e.lerpVectors(this.points[s],this.points[s+1],n-s)}getPointAt(t,e){return this.getPoint(t,e)}getTangentAt(t,e=new R){let{points:n}=this,s=Math.round(Math.min(Math.max(t,0),1)*(n.length-1)),r=n.length-1,o=n[0]===n[r],a=s>0?n[s-1]:o?n[r-1]:n[0],l=s<r?n[s+1]:o?n[1]:n[r];return e.copy(l).sub(a).normalize()}},rT=(i,t,e)=>{let n=new dp(i.points,i.closed),s=new je(new Ar(n,n.points.length-1,t,10,i.closed),e);s.castShadow=!0;let r=new Ge;if(r.add(s),!i.closed)for(let o of[i.points[0],i.points[i.points.length-1]]){let a=new je(new Tr(t,12,8),e);a.position.copy(o),r.add(a)}return r},hp=new Is,oT=new R,aT=(i,t,e)=>{let{points:n,closed:s}=i,r=1/0;for(let o=0;o+(s?0:1)<n.length;o++){hp.set(n[o],n[(o+1)%n.length]);let a=hp.closestPointToPoint(t,!0,oT).distanceToSquared(t);a>=r||(r=a,hp.delta(e))}return e.normalize()},lT=new rs,cT=({points:i,triangles:t},e,n,s)=>{let r=i.map(a=>mu.copy(a).sub(e).dot(n)/s),o=[];for(let a=0;a<t.length;a+=3){let l=[t[a],t[a+1],t[a+2]];if(lT.set(i[l[0]],i[l[1]],i[l[2]]).getNormal(mu),Math.abs(mu.dot(n))>.95)continue;let c=l.map(h=>r[h]);for(let h=Math.ceil(Math.min(...c));h<=Math.max(...c);h++){let u=[];for(let d=0;d<3;d++){let[f,p]=[c[d],c[(d+1)%3]];f<h!=p<h&&u.push(i[l[d]].clone().lerp(i[l[(d+1)%3]],(h-f)/(p-f)))}if(u.length===2)for(let d of u)o.push(d.x,d.y,d.z)}}return o},hT=i=>{let e=Math.max(...new Cn().setFromPoints(i).getSize(mu).toArray())/8,n=10**Math.floor(Math.log10(e));return n*[1,2,5,10].find(s=>s*n>=e*.99)},uT=(i,t,e)=>{let n=new en;n.setAttribute("position",new xe(i.points.flatMap(u=>u.toArray()),3)),n.setIndex(i.triangles),n.computeVertexNormals(),i.normals=n.getAttribute("normal");let s=new ls({color:e,roughness:.35,transparent:!0,opacity:.24,side:Nn,depthWrite:!1}),r=new je(n,s),o=new R(...t.at),a=hT(i.points),l=[0,1,2].flatMap(u=>cT(i,o,new R(t.triad[u],t.triad[3+u],t.triad[6+u]),a)),c=new en;c.setAttribute("position",new xe(l,3));let h=new Ge;return h.add(r,new To(c,new Sr({color:e,transparent:!0,opacity:.32,depthWrite:!1}))),h},dT=({points:i,normals:t,triangles:e},n,s)=>{let r=1/0,o=e[0];for(let a of e){let l=i[a].distanceToSquared(n);l<r&&([r,o]=[l,a])}return s.fromBufferAttribute(t,o).normalize()},fT=({points:i,triangles:t},e)=>t?i[t.reduce((n,s)=>i[s].dot(e)>i[n].dot(e)?s:n,t[0])]:i[Math.floor(.62*(i.length-1))],G_=(i,t,e)=>{let n=fp(i,t);if(!n)return null;let s=t.sides[0],r=new up(i,s.node),o=new ls({color:n.color,roughness:.45,metalness:.25});r.inner.add(n.triangles?uT(n,s,n.color):rT(n,n.radius,o));let a=fT(n,e.up),l=new R,c=new R,h=new R(0,0,1);return{object:r,update:()=>r.update(),anchor:u=>u.copy(a).add(r.inner.position).applyQuaternion(r.quaternion).add(r.position),align:(u,d)=>{r.toReference(c.copy(u)),n.triangles?dT(n,c,l):aT(n,c,l),d.setFromUnitVectors(h,l.applyQuaternion(r.quaternion))}}};var Gr=new R,W_=new Ee,pT=i=>{let t=[new R(1,0,0),new R(0,1,0),new R(0,0,1)],e=[i.radius,i.radius,i.radius];if(i.kind==="box")e=i.size.map(n=>n/2),t.forEach((n,s)=>n.set(i.axes[s],i.axes[3+s],i.axes[6+s]));else if(i.kind==="cylinder"){let n=new Ee().setFromUnitVectors(t[2],new R(...i.axis));for(let s of t)s.applyQuaternion(n);e[2]=i.length/2}return[0,1,2,3,4,5,6,7].map(n=>t.reduce((s,r,o)=>s.addScaledVector(r,n&1<<o?e[o]:-e[o]),new R(...i.at)))},mT=(i,t)=>{let e=fp(i,t);if(!e)return[];let n=e.triangles?[...new Set(e.triangles)].map(r=>e.points[r]):e.points,s=Math.max(1,Math.floor(n.length/150));return n.filter((r,o)=>o%s===0).map(r=>({node:t.sides[0].node,at:r.toArray()}))},X_=(i,t)=>{let{geometry:e,times:n}=i,s=new Cn,r=[...e.joints,...e.springs].filter(u=>u.glyph!=="none").flatMap(u=>u.sides),o=(u,d)=>u.shapes.flatMap(pT).map(f=>({node:d,at:f.toArray()})),a=e.joints.flatMap(u=>mT(i,u)),c=[...r,...a,...e.bodies.flatMap(u=>o(u,u.node)),...o(e.ground??{shapes:[]},0)].map(u=>Ri(i,u)),h=Math.max(1,Math.floor(n.length/60));for(let u=0;u<n.length;u+=h){i.setTime(n[u]);for(let d of i.bodies)s.expandByPoint(d.x),i.bodies.length<400&&t.push(d.x.clone());for(let d of i.beams)for(let f=0;f<d.count;f++)s.expandByPoint(Gr.fromArray(d.x,3*f)),(f%Math.ceil(d.count/12)===0||f===d.count-1)&&t.push(Gr.clone());for(let d of c)i.place(d,Gr,W_),s.expandByPoint(Gr),c.length<600&&t.push(Gr.clone())}return i.setTime(n[0]),s.isEmpty()&&s.expandByPoint(Gr.set(0,0,0)),s},gT=(i,t,{color:e,pieces:n},s)=>{let r=qi(e),o=ps(n,s.paint,r);o.quaternion.copy(qh(t.axes));let a=new Ge;return a.add(o),{kind:"body",name:t.name,object:a,color:r.color,anchor:l=>l.copy(i.x),update:()=>{a.position.copy(i.x),a.quaternion.copy(i.q)}}},q_=(i,t,{first:e,second:n,support:s,length:r},o)=>{let a=t.sides.map(f=>Ri(i,f)),l=new R,c=new R,h=ps(n,o.paint),u=new Ge,d=ps(e,o.paint);return u.add(h,d,ps(s,o.paint)),{object:u,anchor:f=>f.copy(l).add(c).multiplyScalar(.5),update:()=>{i.place(a[0],l,d.quaternion),d.position.copy(l),i.place(a[1],c,W_),h.position.copy(l).add(c).multiplyScalar(.5);let f=l.distanceTo(c);h.scale.z=Math.max(f/r,1e-6),f>0&&ml(h,Gr.copy(c).sub(l))}}},pp="#d0342c",Y_=(i,t,e)=>{let n=t.sides.map(h=>Ri(i,h)),[s,r,o]=[new R,new R,new Ee];i.place(n[0],s,o),i.place(n[1],r,o);let a=s.distanceTo(r),l=t.meets?0:t.glyph==="rod"||t.glyph==="link"?t.length:void 0;if(l===void 0||!(Math.abs(a-l)>.001*e))return null;let c=n.map(h=>u=>i.place(h,u,o));return{gap:a,length:l,...Af(c,pp,{linewidth:4,above:!0})}},_T=(i,t,e,n,s)=>{let r=q_(i,t,n,s),o=Y_(i,t,s.size);if(!o)return{...e,...r};r.object.add(o.object);let a=()=>(r.update(),o.update());return{...e,...r,gap:o.gap,length:o.length,color:new de(pp),update:a}},xT=(i,t,e,n)=>{let s={kind:"joint",name:t.name,type:t.type};if(e.length)return _T(i,t,s,e,n);let r=t.sides.map(f=>Ri(i,f)),o=new Ge,[a,l]=[e.first,e.second].map(f=>ps(f,n.paint)),c=G_(i,t,n),h=l.children[0]?.position.z??0;o.add(a,l,ps(e.support,n.paint)),c&&o.add(c.object);let u=Y_(i,t,n.size);u&&o.add(u.object);let d=new R;return{...s,object:o,gap:u?.gap,color:u&&new de(pp),mark:l,guide:c?.object,anchor:c?.anchor??(f=>f.copy(d)),update:()=>{i.place(r[0],a.position,a.quaternion),i.place(r[1],l.position,l.quaternion),t.track&&i.alongTrack(t.track,l.position,l.quaternion),u?.update(),c?.update(),c?.align(l.position,l.quaternion),d.set(0,0,h).applyQuaternion(l.quaternion).add(l.position)}}},yT=(i,t,e,n)=>{if(!t.terms)return{kind:"joint",name:t.name,type:t.type,object:new Ge,update:()=>{}};let s=t.terms.map(r=>n.get(r.joint)?.anchor);return r0(i,t,e,s.filter(r=>r))},vT=({min:i,max:t})=>[0,1,2,3,4,5,6,7].map(e=>new R(e&1?t.x:i.x,e&2?t.y:i.y,e&4?t.z:i.z)),$_=(i,t,e,n)=>{let{times:s}=i,r=Math.max(1,Math.floor(s.length/12)),o=t.filter(l=>!l.mesh),a=new Cn;for(let l=0;l<s.length&&o.length<=400;l+=r){i.setTime(s[l]);for(let c of o)c.update(),c.object.updateWorldMatrix(!0,!0),a.setFromObject(c.object),!a.isEmpty()&&(e.union(a),c.guide||n.push(...vT(a)))}return i.setTime(s[0]),e},Z_=(i,t,e)=>{let{geometry:n}=t,{scene:s}=i,r={size:s.size,up:new R(...s.up),g:s.glyph,paint:s0(s.paints)},o=[];if(s.ground){let h=ps(s.ground.pieces,r.paint,qi(s.ground.color,{roughness:.9}));h.traverse(u=>u.receiveShadow=!0),o.push({kind:"ground",name:"ground",object:h,update:()=>{}})}n.bodies.forEach((h,u)=>o.push(gT(t.bodies[u],h,s.bodies[u],r)));let a=t.beams.reduce((h,u)=>h+u.count,0);t.beams.forEach((h,u)=>{let d=new de(s.beams[u].color),f=new du(h,{color:d,sections:s.beams[u].sections,rings:a>1500?1:90,shadows:e}),p=3*Math.floor(h.count/2);o.push({kind:"beam",name:h.beam.name,object:f.mesh,mesh:f,color:d,anchor:_=>_.fromArray(h.x,p),update:()=>f.update()})});let l=h=>s.joints[h.name];for(let h of n.joints)l(h)&&o.push(xT(t,h,l(h),r));let c=new Map(o.filter(h=>h.kind==="joint").map(h=>[h.name,h]));for(let h of n.joints)l(h)||o.push(yT(t,h,r,c));for(let h of n.springs)o.push({kind:"spring",name:h.name,...q_(t,h,s.springs[h.name],r)});for(let h of o)h.object.name=h.name;return{parts:o,g:r.g}};var J_={type:"change"},gp={type:"start"},j_={type:"end"},gu=new Ks,K_=new mi,ST=Math.cos(70*ll.DEG2RAD),bn=new R,oi=2*Math.PI,Ue={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},mp=1e-6,_u=class extends tl{constructor(t,e=null){super(t,e),this.state=Ue.NONE,this.target=new R,this.cursor=new R,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:sr.ROTATE,MIDDLE:sr.DOLLY,RIGHT:sr.PAN},this.touches={ONE:rr.ROTATE,TWO:rr.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new R,this._lastQuaternion=new Ee,this._lastTargetPosition=new R,this._quat=new Ee().setFromUnitVectors(t.up,new R(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new Po,this._sphericalDelta=new Po,this._scale=1,this._panOffset=new R,this._rotateStart=new pt,this._rotateEnd=new pt,this._rotateDelta=new pt,this._panStart=new pt,this._panEnd=new pt,this._panDelta=new pt,this._dollyStart=new pt,this._dollyEnd=new pt,this._dollyDelta=new pt,this._dollyDirection=new R,this._mouse=new pt,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=MT.bind(this),this._onPointerDown=bT.bind(this),this._onPointerUp=wT.bind(this),this._onContextMenu=IT.bind(this),this._onMouseWheel=AT.bind(this),this._onKeyDown=RT.bind(this),this._onTouchStart=CT.bind(this),this._onTouchMove=PT.bind(this),this._onMouseDown=ET.bind(this),this._onMouseMove=TT.bind(this),this._interceptControlDown=LT.bind(this),this._interceptControlUp=DT.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(t){this._cursorStyle=t,t==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(t){super.connect(t),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=Ue.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(t){t.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=t}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(J_),this.update(),this.state=Ue.NONE}pan(t,e){this._pan(t,e),this.update()}dollyIn(t){this._dollyIn(t),this.update()}dollyOut(t){this._dollyOut(t),this.update()}rotateLeft(t){this._rotateLeft(t),this.update()}rotateUp(t){this._rotateUp(t),this.update()}update(t=null){let e=this.object.position;bn.copy(e).sub(this.target),bn.applyQuaternion(this._quat),this._spherical.setFromVector3(bn),this.autoRotate&&this.state===Ue.NONE&&this._rotateLeft(this._getAutoRotationAngle(t)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=oi:n>Math.PI&&(n-=oi),s<-Math.PI?s+=oi:s>Math.PI&&(s-=oi),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(bn.setFromSpherical(this._spherical),bn.applyQuaternion(this._quatInverse),e.copy(this.target).add(bn),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=bn.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new R(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new R(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=bn.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(gu.origin.copy(this.object.position),gu.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(gu.direction))<ST?this.object.lookAt(this.target):(K_.setFromNormalAndCoplanarPoint(this.object.up,this.target),gu.intersectPlane(K_,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>mp||8*(1-this._lastQuaternion.dot(this.object.quaternion))>mp||this._lastTargetPosition.distanceToSquared(this.target)>mp?(this.dispatchEvent(J_),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(t){return t!==null?oi/60*this.autoRotateSpeed*t:oi/60/60*this.autoRotateSpeed}_getZoomScale(t){let e=Math.abs(t*.01);return Math.pow(.95,this.zoomSpeed*e)}_rotateLeft(t){this._sphericalDelta.theta-=t}_rotateUp(t){this._sphericalDelta.phi-=t}_panLeft(t,e){bn.setFromMatrixColumn(e,0),bn.multiplyScalar(-t),this._panOffset.add(bn)}_panUp(t,e){this.screenSpacePanning===!0?bn.setFromMatrixColumn(e,1):(bn.setFromMatrixColumn(e,0),bn.crossVectors(this.object.up,bn)),bn.multiplyScalar(t),this._panOffset.add(bn)}_pan(t,e){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;bn.copy(s).sub(this.target);let r=bn.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*t*r/n.clientHeight,this.object.matrix),this._panUp(2*e*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(t*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(e*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(t,e){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=t-n.left,r=e-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(t){return Math.max(this.minDistance,Math.min(this.maxDistance,t))}_handleMouseDownRotate(t){this._rotateStart.set(t.clientX,t.clientY)}_handleMouseDownDolly(t){this._updateZoomParameters(t.clientX,t.clientY),this._dollyStart.set(t.clientX,t.clientY)}_handleMouseDownPan(t){this._panStart.set(t.clientX,t.clientY)}_handleMouseMoveRotate(t){this._rotateEnd.set(t.clientX,t.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(oi*this._rotateDelta.x/e.clientHeight),this._rotateUp(oi*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(t){this._dollyEnd.set(t.clientX,t.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(t){this._panEnd.set(t.clientX,t.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(t){this._updateZoomParameters(t.clientX,t.clientY),t.deltaY<0?this._dollyIn(this._getZoomScale(t.deltaY)):t.deltaY>0&&this._dollyOut(this._getZoomScale(t.deltaY)),this.update()}_handleKeyDown(t){let e=!1;switch(t.code){case this.keys.UP:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(oi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),e=!0;break;case this.keys.BOTTOM:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(-oi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),e=!0;break;case this.keys.LEFT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(oi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),e=!0;break;case this.keys.RIGHT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(-oi*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),e=!0;break}e&&(t.preventDefault(),this.update())}_handleTouchStartRotate(t){if(this._pointers.length===1)this._rotateStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(t){if(this._pointers.length===1)this._panStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panStart.set(n,s)}}_handleTouchStartDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enablePan&&this._handleTouchStartPan(t)}_handleTouchStartDollyRotate(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enableRotate&&this._handleTouchStartRotate(t)}_handleTouchMoveRotate(t){if(this._pointers.length==1)this._rotateEnd.set(t.pageX,t.pageY);else{let n=this._getSecondPointerPosition(t),s=.5*(t.pageX+n.x),r=.5*(t.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(oi*this._rotateDelta.x/e.clientHeight),this._rotateUp(oi*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(t){if(this._pointers.length===1)this._panEnd.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(t.pageX+e.x)*.5,a=(t.pageY+e.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enablePan&&this._handleTouchMovePan(t)}_handleTouchMoveDollyRotate(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enableRotate&&this._handleTouchMoveRotate(t)}_addPointer(t){this._pointers.push(t.pointerId)}_removePointer(t){delete this._pointerPositions[t.pointerId];for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId){this._pointers.splice(e,1);return}}_isTrackingPointer(t){for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId)return!0;return!1}_trackPointer(t){let e=this._pointerPositions[t.pointerId];e===void 0&&(e=new pt,this._pointerPositions[t.pointerId]=e),e.set(t.pageX,t.pageY)}_getSecondPointerPosition(t){let e=t.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[e]}_customWheelEvent(t){let e=t.deltaMode,n={clientX:t.clientX,clientY:t.clientY,deltaY:t.deltaY};switch(e){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return t.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function bT(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function MT(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function wT(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(j_),this.state=Ue.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let t=this._pointers[0],e=this._pointerPositions[t];this._onTouchStart({pointerId:t,pageX:e.x,pageY:e.y});break}}function ET(i){let t;switch(i.button){case 0:t=this.mouseButtons.LEFT;break;case 1:t=this.mouseButtons.MIDDLE;break;case 2:t=this.mouseButtons.RIGHT;break;default:t=-1}switch(t){case sr.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=Ue.DOLLY;break;case sr.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ue.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ue.ROTATE}break;case sr.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ue.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ue.PAN}break;default:this.state=Ue.NONE}this.state!==Ue.NONE&&this.dispatchEvent(gp)}function TT(i){switch(this.state){case Ue.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case Ue.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case Ue.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function AT(i){this.enabled===!1||this.enableZoom===!1||this.state!==Ue.NONE||(i.preventDefault(),this.dispatchEvent(gp),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(j_))}function RT(i){this.enabled!==!1&&this._handleKeyDown(i)}function CT(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case rr.ROTATE:if(this.enableRotate===!1){this.state=Ue.NONE;break}this._handleTouchStartRotate(i),this.state=Ue.TOUCH_ROTATE;break;case rr.PAN:if(this.enablePan===!1){this.state=Ue.NONE;break}this._handleTouchStartPan(i),this.state=Ue.TOUCH_PAN;break;default:this.state=Ue.NONE}break;case 2:switch(this.touches.TWO){case rr.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=Ue.TOUCH_DOLLY_PAN;break;case rr.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=Ue.TOUCH_DOLLY_ROTATE;break;default:this.state=Ue.NONE}break;default:this.state=Ue.NONE}this.state!==Ue.NONE&&this.dispatchEvent(gp)}function PT(i){switch(this._trackPointer(i),this.state){case Ue.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case Ue.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case Ue.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case Ue.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=Ue.NONE}}function IT(i){this.enabled!==!1&&i.preventDefault()}function LT(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function DT(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var NT={dark:{top:"#1b2330",bottom:"#0d1118",grid:"#2c3747",floor:.32},light:{top:"#f7f9fc",bottom:"#d9e0ea",grid:"#b4c0d0",floor:.16}},UT=(i,t)=>{let e=new R(...i??[0,0,0]);return e.length()>0?e.negate().normalize():t.z<.2*Math.max(t.x,t.y)?new R(0,1,0):new R(0,0,1)},FT=(i,t)=>{let e=[t.x,t.y,t.z],n=Math.max(...e),s=[0,1,2].filter(h=>Math.abs(i.getComponent(h))<.8&&e[h]<.45*n),r=s.length?s.reduce((h,u)=>e[u]<e[h]?u:h):e.indexOf(Math.min(...e)),o=new R().setComponent(r,r===1?-1:1);(e[r]>.45*Math.max(...e)||Math.abs(o.dot(i))>.8)&&o.set(0,0,0);let a=new R(Math.abs(i.x)>.8?0:.75,Math.abs(i.y)>.8?0:-1,Math.abs(i.z)>.8?0:.85),l=e[r]<.45*Math.max(...e)&&Math.abs(new R().setComponent(r,1).dot(i))>.8;if(o.length()===0)return a.addScaledVector(i,l?1.15:.65).normalize();let c=new R().crossVectors(i,o).normalize();return o.addScaledVector(c,.32).addScaledVector(i,.3).normalize()},OT=(i,t)=>{let e=t.getSize(new R),[,n,s]=e.toArray().sort((r,o)=>r-o);return n>.05*s?e:i.getSize(e)},xu=class{constructor(t,e,n,s){this.host=t,this.box=e,this.cloud=[...s.cloud??[],...s.cloud?.length?[]:[e.min,e.max]],this.center=e.getCenter(new R),this.radius=Math.max(e.getSize(new R).length()/2,1e-6);let r=OT(e,s.inner??e);this.up=UT(n,r),this.best=FT(this.up,r),this.renderer=new Uh({antialias:!0,preserveDrawingBuffer:!0}),this.renderer.setPixelRatio(Math.min(s.pixelRatio??window.devicePixelRatio,2)),this.renderer.shadowMap.enabled=s.shadows,this.renderer.shadowMap.type=Rr,this.canvas=this.renderer.domElement,t.append(this.canvas),this.scene=new Ea,this.camera=new Kn(28,1,this.radius/200,this.radius*400),this.camera.up.copy(this.up),this.controls=new _u(this.camera,this.canvas),this.controls.addEventListener("change",()=>this.invalidate()),this.controls.addEventListener("start",()=>this.preset=null),this.margin=0,this.listeners=[],this.addLights(s.shadows),this.addFloor(s.shadows),this.setTheme(s.theme??"dark"),this.resize(),this.look("best"),new ResizeObserver(()=>this.resize()).observe(t)}addLights(t){this.scene.add(new Ya("#ffffff","#8a90a0",1.5)),this.sun=new Ja("#ffffff",2.1);let e=this.best.clone().cross(this.up).normalize();if(this.sun.position.copy(this.center).addScaledVector(this.up,3*this.radius),this.sun.position.addScaledVector(this.best,2*this.radius).addScaledVector(e,-1.2*this.radius),this.sun.target.position.copy(this.center),this.scene.add(this.sun,this.sun.target),!t)return;this.sun.castShadow=!0,this.sun.shadow.mapSize.set(2048,2048);let{camera:n}=this.sun.shadow,s=1.5*this.radius;Object.assign(n,{left:-s,right:s,top:s,bottom:-s,near:.1*this.radius,far:9*this.radius}),this.sun.shadow.bias=-5e-4,this.sun.shadow.normalBias=.003*this.radius}addFloor(t){let e=[0,1,2,3,4,5,6,7].map(a=>new R(a&1?this.box.max.x:this.box.min.x,a&2?this.box.max.y:this.box.min.y,a&4?this.box.max.z:this.box.min.z)),n=Math.min(...e.map(a=>a.dot(this.up))),s=new Ge;s.quaternion.setFromUnitVectors(new R(0,1,0),this.up),s.position.copy(this.center).addScaledVector(this.up,n-this.center.dot(this.up)-.12*this.radius);let r=2.4*this.radius/12,o=10**Math.floor(Math.log10(r));this.cell=o*[1,2,5,10].find(a=>a*o>=r*.99),this.grid=new Qa(this.cell*24,24),this.grid.material.transparent=!0,s.add(this.grid),t&&(this.shade=new je(new Er(8*this.radius,8*this.radius),new Wa({opacity:.3})),this.shade.rotateX(-Math.PI/2),this.shade.receiveShadow=!0,s.add(this.shade)),this.floor=s,this.scene.add(s)}setTheme(t){this.theme=t;let e=NT[t],n=document.createElement("canvas");n.width=4,n.height=256;let s=n.getContext("2d"),r=s.createLinearGradient(0,0,0,256);r.addColorStop(0,e.top),r.addColorStop(1,e.bottom),s.fillStyle=r,s.fillRect(0,0,4,256),this.scene.background?.dispose?.(),this.scene.background=new Aa(n),this.scene.background.colorSpace=Jn,this.grid.material.color.set(e.grid),this.grid.material.vertexColors=!1,this.grid.material.opacity=t==="dark"?.55:.75,this.grid.material.needsUpdate=!0,this.shade&&(this.shade.material.opacity=e.floor),this.invalidate()}resize(){let{clientWidth:t,clientHeight:e}=this.host;!t||!e||(this.renderer.setSize(t,e),this.camera.aspect=t/e,this.camera.setViewOffset(t,e,Math.min(this.margin,t/3)/2,0,t,e),this.preset&&this.look(this.preset),this.invalidate())}setMargin(t){t!==this.margin&&(this.margin=t,this.resize())}look(t){let{up:e}=this,n=Math.abs(e.y)>.8?new R(0,0,1):Math.abs(e.z)>.8?new R(0,-1,0):new R(0,0,1),s=new R().crossVectors(e,n).normalize(),r={best:this.best,front:n,back:n.clone().negate(),right:s,left:s.clone().negate(),top:e.clone().addScaledVector(n,.001),bottom:e.clone().negate().addScaledVector(n,.001),oblique:n.clone().add(s).addScaledVector(e,.9)};this.preset=t;let o=(r[t]??this.best).clone().normalize();this.camera.position.copy(this.center).addScaledVector(o,this.fittingDistance(o)),this.controls.target.copy(this.center),this.controls.update(),this.invalidate()}fittingDistance(t){let e=new R().crossVectors(this.up,t).normalize(),n=new R().crossVectors(t,e).normalize(),s=Math.tan(this.camera.fov*Math.PI/360),r=this.host.clientWidth||1,o=this.camera.aspect*(r-Math.min(this.margin,r/3))/r,a=0,l=new R;for(let c of this.cloud){l.copy(c).sub(this.center);let h=l.dot(t);a=Math.max(a,h+Math.abs(l.dot(n))/s,h+Math.abs(l.dot(e))/(s*o))}return Math.max(1.16*a,.8*this.radius)}follow(t){this.camera.position.add(t),this.controls.target.add(t),this.controls.update()}onDraw(t){this.listeners.push(t)}invalidate(){this.pending||(this.pending=!0,requestAnimationFrame(()=>{this.pending=!1,this.draw()}))}draw(){this.renderer.render(this.scene,this.camera);for(let t of this.listeners)t()}project(t,e){return e.copy(t).project(this.camera),e.x=(e.x+1)/2*this.host.clientWidth,e.y=(1-e.y)/2*this.host.clientHeight,e}};var BT=i=>{for(let t of["bodies","beams","sections","markers","joints","springs","loads"])i[t]??(i[t]=[]);return i},kT=i=>{if(!(i>0)||i>=2&&i<=20)return 1;let t=i/6,e=10**Math.floor(Math.log10(t));return e*[1,2,5,10].find(n=>n*e>=t*.99)},jo=class{constructor(t,e,n={}){BT(e.geometry),this.page=e,this.series=new Hh(e),this.motion=new Xh(e),this.listeners=new Map;let s=[],r=X_(this.motion,s),o=this.motion.beams.reduce((f,p)=>f+p.count,0),a=n.shadows??o+20*this.motion.bodies.length<3e3,{size:l}=e.scene,{parts:c,g:h}=Z_(e,this.motion,a),u=$_(this.motion,c,r.clone(),s);this.stage=new xu(t,u,e.geometry.gravity,{shadows:a,inner:r,cloud:s,theme:n.theme,pixelRatio:n.pixelRatio}),this.parts=c,this.named=new Map([...c].reverse().map(f=>[f.name,f])),this.meshes=c.filter(f=>f.mesh).map(f=>f.mesh);for(let f of c)this.stage.scene.add(f.object);this.arrows=new hu(e,this.motion,this.series,h,l),this.stage.scene.add(this.arrows.object),this.trails=new Map,this.speed=kT(this.motion.end-this.motion.start),this.loop=!0,this.playing=!1,this.selected=null,this.following=null,this.view={labels:c.length<=40,jointLabels:e.geometry.joints.length<=14,gravity:e.geometry.gravity,legend:null,labelled:()=>this.labelled(),caption:()=>this.caption()},this.overlay=new pu(this.stage,this.view);for(let f of e.geometry.bodies)f.trail&&this.setTrail(f.name,!0);for(let f of e.geometry.markers)f.trail&&this.setTrail(f.name,!0);let d=fu.find(f=>f.key==="bending");this.meshes.length&&cp(this.meshes,d)&&this.setColoring("bending"),this.motion.modes&&this.setMode(Math.max(0,this.motion.modes.frequency.findIndex(f=>f>1e-6))),this.moved()}on(t,e){this.listeners.set(t,[...this.listeners.get(t)??[],e])}emit(t){for(let e of this.listeners.get(t)??[])e()}get time(){return this.motion.time}get start(){return this.motion.start}get end(){return this.motion.end}setTime(t){this.motion.setTime(Math.max(this.start,Math.min(this.end,t))),this.moved()}step(t){let{times:e,frame:n}=this.motion,s=t>0?Math.floor(n+1e-9)+t:Math.ceil(n-1e-9)+t;this.setTime(e[Math.max(0,Math.min(e.length-1,s))])}setPlaying(t){if(t&&!this.motion.mode&&this.time>=this.end&&this.setTime(this.start),this.playing=t,this.emit("state"),!t||this.ticking)return;this.ticking=!0;let e=performance.now(),n=s=>{if(!this.playing){this.ticking=!1;return}this.advance(Math.min((s-e)/1e3,.25)),e=s,requestAnimationFrame(n)};requestAnimationFrame(n)}advance(t){if(this.motion.mode){this.setPhase(this.motion.mode.phase+2*Math.PI*.6*this.speed*t);return}let e=this.time+this.speed*t;e>=this.end&&(e=this.loop&&this.end>this.start?this.start+(e-this.start)%(this.end-this.start):this.end,this.loop||this.setPlaying(!1)),this.setTime(e)}moved(){for(let t of this.parts)t.update();this.repaint(),this.arrows.update();for(let t of this.trails.values())t.update();this.keepFollowing(),this.stage.invalidate(),this.emit("time")}repaint(){if(!this.coloring)return;let t=Math.floor(this.motion.frame),e=this.motion.frame-t;for(let n of this.meshes)n.paint(this.coloring,t,e)}refresh(){this.motion.refresh(),this.moved()}part(t){return this.named.get(t)}setVisible(t,e){let n=new Set([t].flat());for(let s of n)this.named.has(s)&&(this.part(s).object.visible=e);for(let s of this.arrows.items)n.has(s.name)&&(s.hidden=!e);this.arrows.update(),this.stage.invalidate()}setKindVisible(t,e){for(let n of this.parts)n.kind===t&&(n.object.visible=e);this.stage.invalidate(),this.emit("state")}select(t){this.selected=this.selected===t?null:t,this.stage.invalidate(),this.emit("state")}pick(t,e){let{clientWidth:n,clientHeight:s}=this.stage.host,r=new ja;r.setFromCamera(new pt(2*t/n-1,1-2*e/s),this.stage.camera);for(let c of this.meshes)c.mesh.geometry.computeBoundingSphere();let o=this.parts.filter(c=>c.object.visible),[a]=r.intersectObjects(o.map(c=>c.object),!0),l=a?.object;for(;l&&!o.some(c=>c.object===l);)l=l.parent;return o.find(c=>c.object===l)?.name??null}follow(t){this.following=t&&this.part(t)?.anchor?t:null,this.lastAnchor=this.following?this.part(t).anchor(new R):null,this.emit("state")}keepFollowing(){if(!this.following)return;let t=this.part(this.following).anchor(new R);this.stage.follow(t.clone().sub(this.lastAnchor)),this.lastAnchor=t}setTrail(t,e){if(e){if(!this.trails.has(t)){let{bodies:n,markers:s}=this.page.geometry,r=n.find(c=>c.name===t),o=r?{node:r.node,at:r.position}:s.find(c=>c.name===t);if(!o)return;let a=this.part(t)?.color??"#f5c451",l=new uu(this.motion,o,a);this.trails.set(t,l),this.stage.scene.add(l.object)}}else{let n=this.trails.get(t);n&&this.stage.scene.remove(n.object),this.trails.delete(t)}this.moved(),this.emit("state")}setColoring(t){let e=fu.find(n=>n.key===t);if(this.coloring=e?cp(this.meshes,e):null,this.view.legend=this.coloring&&{...this.coloring,title:e.label,unit:e.unit},!this.coloring)for(let n of this.meshes)n.paint(null);this.stage.setMargin(this.coloring?140:0),this.moved(),this.emit("state")}availableColorings(){return fu.filter(t=>this.meshes.some(e=>e.track[t.block]))}setExaggeration(t,e=this.motion.exaggeration.from){this.motion.exaggeration={factor:t,from:e},this.refresh(),this.emit("state")}setMode(t){let{modes:e}=this.motion,n=e&&t!==null&&t>=0&&t<e.count,s=this.motion.mode?.amplitude??.12*this.stage.radius;this.motion.mode=n?{index:t,phase:0,amplitude:s}:null,this.refresh(),this.emit("state")}setPhase(t){this.motion.mode.phase=t%(2*Math.PI),this.refresh()}setAmplitude(t){this.motion.mode.amplitude=t,this.refresh()}labelled(){let t={body:0,beam:1,spring:2,joint:3};return this.parts.filter(e=>e.anchor&&e.object.visible&&(e.kind!=="joint"||this.view.jointLabels||e.gap||e.name===this.selected)).map(e=>({text:e.length?`${e.name}: ${Kt(e.gap)} m apart, its length is ${Kt(e.length)} m`:e.gap?`${e.name}: ${Kt(e.gap)} m apart`:e.name,at:e.anchor(new R),strong:e.name===this.selected||e.kind==="body"||e.kind==="beam",color:e.color?`#${e.color.getHexString()}`:null,rank:e.name===this.selected?-1:t[e.kind]})).concat([...this.trails.keys()].filter(e=>!this.part(e)).map(e=>this.trailLabel(e))).sort((e,n)=>e.rank-n.rank)}trailLabel(t){let e=new R,n=this.page.geometry.markers.find(r=>r.name===t),s=new R(...n.at).sub(this.motion.referencePosition(n.node));return this.motion.place({node:n.node,arm:s,turn:new Ee},e,new Ee),{text:t,at:e,rank:1,strong:!0,color:"#f5c451"}}caption(){let{mode:t,modes:e,exaggeration:n}=this.motion,s=[];return t?s.push(`mode ${t.index+1}: ${Kt(e.frequency[t.index])} Hz, damping ${Kt(e.damping[t.index])}`):s.push(this.timeText()),n.factor!==1&&!t&&s.push(`deformation \xD7${Kt(n.factor)}`),s.join("   ")}timeText(){let t=this.time.toFixed(this.digits());return this.page.time==="time"||!this.page.time?`t = ${t} s`:`${this.page.time} ${t}`}digits(){let t=this.end-this.start;return t>0?Math.max(0,Math.min(9,3-Math.floor(Math.log10(t)))):3}picture(){this.stage.draw();let t=document.createElement("canvas");t.width=this.stage.canvas.width,t.height=this.stage.canvas.height;let e=t.getContext("2d");return e.drawImage(this.stage.canvas,0,0),e.drawImage(this.overlay.canvas,0,0,t.width,t.height),t.toDataURL("image/png")}};var zT=[["Space","play, pause"],["\u2190 \u2192","one position back, forward (Shift: ten)"],["Home, End","to the start, to the end"],["[ ]","slower, faster"],["R","repeat or stop at the end"],["1 \u2026 8","camera: best, front, back, left, right, top, bottom, oblique"],["G","follow the selected part, or stop following"],["L","labels: all, parts, none"],["F, M","arrows of loads, of reactions"],["C","next colouring of the beams"],["T","trail of the selected body"],["H","hide or show the selected part"],["V, P","panels of parts and of plots"],["S","save a picture"],["D","dark or light"],["?","this help"]],yu=["best","front","back","left","right","top","bottom","oblique"],Q_=[["written","relative to the model as written"],["start","relative to each beam's start"],["chord","relative to each beam's chord"]],tx={iso:"oblique",reference:"written",root:"start"},ex={ground:"Ground",body:"Bodies",beam:"Beams",joint:"Joints",spring:"Springs"},vu=class{constructor(t){this.page=t,this.options=new URLSearchParams(location.hash.slice(1)),this.theme=this.options.get("theme")??(matchMedia("(prefers-color-scheme: light)").matches?"light":"dark"),document.documentElement.dataset.theme=this.theme,this.makeLayout(),this.viewer=new jo(this.scene,t,{theme:this.theme}),this.plots=new cu(this.plotPanel,this.viewer),this.makeHeader(),this.makeParts(),this.makeTimeline(),this.makeHelp(),this.viewer.on("time",()=>this.showTime()),this.viewer.on("state",()=>this.showState()),document.addEventListener("keydown",e=>this.key(e)),this.pickable(),this.applyOptions(),this.showState(),this.showTime()}makeLayout(){this.header=Y("header"),this.side=Y("aside",{id:"parts"}),this.scene=Y("div",{id:"scene"}),this.plotPanel=Y("aside",{id:"plots"}),this.footer=Y("footer"),this.root=Y("div",{id:"app"},this.header,this.side,this.scene,this.plotPanel,this.footer),document.body.append(this.root),this.togglePanel("side",innerWidth>900),this.togglePanel("plots",!1)}togglePanel(t,e=!this.root.classList.contains(t)){this.root.classList.toggle(t,e),t==="plots"&&e&&this.plots?.build()}makeHeader(){let{page:t}=this,e=t.status==="finished"?"":t.status,n=`${t.file}${e?` \xB7 ${e}`:""}`;this.viewMenu=Ml("view","Camera",yu.map(s=>[s,s]),s=>this.setView(s)),this.colorMenu=Ml("coloring","Beams coloured by",[["","no colouring"],...this.viewer.availableColorings().map(s=>[s.key,`${s.label} [${s.unit}]`])],s=>this.viewer.setColoring(s)),this.header.append(ni("tree","Parts (V)",()=>this.togglePanel("side"),"toggle-parts"),Y("h1",{},t.title||t.file,Y("small",{},n)),this.viewMenu),this.viewer.meshes.length&&this.header.append(this.colorMenu),this.header.append(ni("camera","Save a picture (S)",()=>this.savePicture(),"picture"),ni("theme","Dark or light (D)",()=>this.setTheme(this.theme==="dark"?"light":"dark"),"theme"),ni("help","Keys (?)",()=>this.toggleHelp(),"help-button"),ni("plot","Plots (P)",()=>this.togglePanel("plots"),"toggle-plots"))}makeParts(){let{viewer:t}=this;this.rows=new Map;let e=Object.keys(ex).filter(n=>t.parts.some(s=>s.kind===n));for(let n of e){let s=t.parts.filter(a=>a.kind===n),r=Y("details",{open:s.length<=40}),o=ni("eye","Show or hide all",a=>{a.preventDefault();let l=!s.some(c=>c.object.visible);t.setVisible(s.map(c=>c.name),l),this.showState()});r.append(Y("summary",{},ex[n],Y("small",{},String(s.length)),o));for(let a of s)r.append(this.partRow(a));this.side.append(r)}this.side.append(this.displayOptions()),this.details=Y("div",{class:"part-details"}),this.side.append(this.details)}partRow(t){let{viewer:e}=this,n=Y("i",{class:`dot ${t.kind}`});t.color&&(n.style.background=`#${t.color.getHexString()}`);let s=Y("button",{class:"name",title:t.type??t.kind},n,t.name,Y("small",{},t.type??""));s.addEventListener("click",()=>e.select(t.name));let r=ni("eye","Show or hide",()=>{e.setVisible(t.name,!t.object.visible),this.showState()}),o=Y("div",{class:"part","data-part":t.name},s,r);return this.rows.set(t.name,{row:o,eye:r,part:t}),o}displayOptions(){let{viewer:t}=this,{motion:e}=t,n=Y("div",{class:"options"},Y("h2",{},"Display"));return this.checks={labels:_p("Labels",()=>this.setLabels(t.view.labels?0:2)),loads:_p("Loads",()=>this.setArrows("load",!t.arrows.kinds.load)),reactions:_p("Reactions",()=>this.setArrows("reaction",!t.arrows.kinds.reaction))},n.append(this.checks.labels.label),t.arrows.has("load")&&n.append(this.checks.loads.label),t.arrows.has("reaction")&&n.append(this.checks.reactions.label),(t.arrows.has("load")||t.arrows.has("reaction"))&&n.append(xp("Arrows",-1,1,.05,0,s=>`\xD7${Kt(10**s)}`,s=>{t.arrows.factor=10**s,t.moved()})),e.beams.length&&!e.modes&&(this.deformation=xp("Deformation",0,4,.05,0,s=>`\xD7${Kt(10**s)}`,s=>t.setExaggeration(10**s),"deformation"),this.deformedFrom=Ml("deformation-from","relative to",Q_,s=>t.setExaggeration(e.exaggeration.factor,s)),n.append(this.deformation,this.deformedFrom)),e.modes&&this.addModes(n),n}addModes(t){let{viewer:e}=this,{modes:n}=e.motion,s=n.frequency.map((r,o)=>[String(o),`mode ${o+1}: ${Kt(r)} Hz`]);this.modeMenu=Ml("mode","Mode shape",[["-1","no mode shape"],...s],r=>e.setMode(Number(r))),t.append(Y("h2",{},"Modes"),this.modeMenu),t.append(xp("Amplitude",.01,1,.01,.12,r=>`${Math.round(100*r)} %`,r=>e.motion.mode&&e.setAmplitude(r*e.stage.radius)))}showDetails(){let{viewer:t,page:e}=this,n=t.selected&&t.part(t.selected);if(this.details.replaceChildren(),this.values=[],!n){this.shownPart=null;return}this.details.append(Y("h2",{},n.name));let s=Y("button",{class:t.following===n.name?"small on":"small"},"Follow");if(s.addEventListener("click",()=>t.follow(t.following===n.name?null:n.name)),this.details.append(s),n.kind==="body"){let a=Y("button",{class:t.trails.has(n.name)?"small on":"small"},"Trail");a.addEventListener("click",()=>t.setTrail(n.name,!t.trails.has(n.name))),this.details.append(a)}let r=VT(e.geometry,n);r.length&&this.details.append(Y("dl",{},...r.flatMap(([a,l])=>[Y("dt",{},a),Y("dd",{},l)])));let o=Y("div",{class:"channels"});for(let{name:a,unit:l,low:c,high:h}of e.channels.filter(u=>u.name.startsWith(`${n.name}.`))){let u=Y("output",{"data-value":a}),d=Y("button",{class:`channel${this.plots.names.includes(a)?" on":""}${c===0&&h===0?" quiet":""}`,title:`${a}: plot it or not`},Y("span",{},a.slice(n.name.length+1)),u,Y("small",{},l==="1"?"":l));d.addEventListener("click",()=>{this.togglePanel("plots",!0),this.plots.toggle(a),this.showDetails()}),this.values.push({name:a,value:u}),o.append(d)}this.details.append(o),this.showValues(),this.shownPart!==n.name&&this.details.scrollIntoView({block:"nearest"}),this.shownPart=n.name}showValues(){for(let{name:t,value:e}of this.values??[]){let n=this.viewer.series.at(t,this.viewer.time);e.textContent=t.endsWith(".friction.slips")?n>.5?"slips":"sticks":Kt(n)}}pickable(){let t=null,{canvas:e}=this.viewer.stage;e.addEventListener("pointerdown",n=>t=[n.clientX,n.clientY]),e.addEventListener("pointerup",n=>{if(!t||Math.hypot(n.clientX-t[0],n.clientY-t[1])>4)return;let s=this.viewer.pick(n.offsetX,n.offsetY);s&&this.viewer.select(s)})}makeTimeline(){let{viewer:t}=this;this.playButton=ni("play","Play or pause (Space)",()=>t.setPlaying(!t.playing),"play"),this.slider=Y("input",{type:"range",min:0,max:1,step:"any",value:0,id:"time","aria-label":"Time"}),this.slider.addEventListener("input",()=>{t.setPlaying(!1);let s=Number(this.slider.value);t.motion.mode?t.setPhase(2*Math.PI*s):t.setTime(t.start+s*(t.end-t.start))}),this.clock=Y("output",{id:"clock"});let e=[.001,.002,.005,.01,.02,.05,.1,.2,.5,1,2,5,10,20,50,100];e.includes(t.speed)||e.push(t.speed),this.speeds=e.sort((s,r)=>s-r),this.speedMenu=Ml("speed","Speed",this.speeds.map(s=>[String(s),`\xD7 ${Kt(s)}`]),s=>this.setSpeed(Number(s))),this.loopButton=ni("loop","Repeat (R)",()=>this.setLoop(!t.loop),"loop"),this.footer.append(ni("first","To the start (Home)",()=>t.setTime(t.start)),ni("back","Back (\u2190)",()=>t.step(-1)),this.playButton,ni("next","Forward (\u2192)",()=>t.step(1)),this.slider,this.clock,this.speedMenu,this.loopButton);let n=this.page.rows>t.motion.times.length?`${t.motion.times.length} of ${this.page.rows} rows`:"";n&&this.footer.append(Y("small",{title:"The page holds so many of the positions that the file has"},n))}showTime(){let{viewer:t}=this,{mode:e}=t.motion,n=e?e.phase/(2*Math.PI):(t.time-t.start)/(t.end-t.start||1);this.slider.value=n,this.showValues(),this.clock.textContent=e?`${Math.round(360*n)}\xB0`:t.timeText().replace(/^t = /,"")}setSpeed(t){this.viewer.speed=t,this.showState()}setLoop(t){this.viewer.loop=t,this.showState()}showState(){let{viewer:t}=this;this.playButton.replaceChildren(Vo(t.playing?"pause":"play")),this.loopButton.classList.toggle("on",t.loop),this.speedMenu.querySelector("select").value=String(t.speed),this.colorMenu.querySelector("select").value=t.coloring?.quantity.key??"",this.modeMenu&&(this.modeMenu.querySelector("select").value=String(t.motion.mode?.index??-1)),this.deformation&&this.showDeformation(t.motion.exaggeration),this.checks.labels.box.checked=t.view.labels,this.checks.loads.box.checked=t.arrows.kinds.load,this.checks.reactions.box.checked=t.arrows.kinds.reaction;for(let[e,{row:n,eye:s,part:r}]of this.rows)n.classList.toggle("selected",t.selected===e),n.classList.toggle("off",!r.object.visible),s.replaceChildren(Vo(r.object.visible?"eye":"hidden"));this.showDetails()}showDeformation({factor:t,from:e}){this.deformation.querySelector("input").value=String(Math.log10(Math.max(t,1))),this.deformation.querySelector("output").textContent=`\xD7${Kt(t)}`,this.deformedFrom.querySelector("select").value=e}setLabels(t){let{view:e,stage:n}=this.viewer;e.labels=t>0,e.jointLabels=t>1,n.invalidate(),this.showState()}setArrows(t,e){this.viewer.arrows.kinds[t]=e,this.viewer.moved(),this.showState()}setView(t){let e=[tx[t]??t].find(n=>yu.includes(n))??yu[0];this.viewer.stage.look(e),this.viewMenu.querySelector("select").value=e}setTheme(t){this.theme=t,document.documentElement.dataset.theme=t,this.viewer.stage.setTheme(t),this.plots.build()}savePicture(){Y("a",{download:`${this.page.file.replace(/.*\//,"").replace(/\.h5$/,"")}.png`,href:this.viewer.picture()}).click()}makeHelp(){let t=zT.map(([n,s])=>Y("tr",{},Y("th",{},n),Y("td",{},s))),e=Y("button",{class:"small"},"Close");e.addEventListener("click",()=>this.toggleHelp(!1)),this.help=Y("div",{id:"help",role:"dialog","aria-label":"Keys"},Y("div",{},Y("h2",{},"Keys"),Y("table",{},...t),Y("p",{},"Drag turns the scene, the right button moves it, the wheel zooms. A click selects a part."),e)),document.body.append(this.help)}toggleHelp(t){this.help.classList.toggle("open",t)}key(t){if(t.ctrlKey||t.metaKey||t.altKey||t.target.matches("input:not([type=range]):not([type=checkbox]), select, textarea"))return;let{viewer:e}=this,n=o=>this.setSpeed(this.speeds[Math.max(0,Math.min(this.speeds.length-1,this.speeds.indexOf(e.speed)+o))]),s={" ":()=>e.setPlaying(!e.playing),ArrowLeft:()=>e.step(t.shiftKey?-10:-1),ArrowRight:()=>e.step(t.shiftKey?10:1),Home:()=>e.setTime(e.start),End:()=>e.setTime(e.end),"[":()=>n(-1),"]":()=>n(1),r:()=>this.setLoop(!e.loop),g:()=>e.follow(e.following?null:e.selected),l:()=>this.setLabels(e.view.labels?e.view.jointLabels?1:0:2),f:()=>this.setArrows("load",!e.arrows.kinds.load),m:()=>this.setArrows("reaction",!e.arrows.kinds.reaction),c:()=>this.nextColoring(),t:()=>e.selected&&e.setTrail(e.selected,!e.trails.has(e.selected)),h:()=>{e.selected&&(e.setVisible(e.selected,!e.part(e.selected).object.visible),this.showState())},v:()=>this.togglePanel("side"),p:()=>this.togglePanel("plots"),s:()=>this.savePicture(),d:()=>this.setTheme(this.theme==="dark"?"light":"dark"),"?":()=>this.toggleHelp(),Escape:()=>this.toggleHelp(!1)},r=s[t.key]??s[t.key.toLowerCase()]??(/^[1-8]$/.test(t.key)?()=>this.setView(yu[t.key-1]):null);r&&(t.preventDefault(),r())}nextColoring(){let t=["",...this.viewer.availableColorings().map(n=>n.key)],e=t.indexOf(this.viewer.coloring?.quantity.key??"");this.viewer.setColoring(t[(e+1)%t.length])}applyOptions(){let{options:t,viewer:e}=this,n=(r,o)=>t.has(r)&&o(t.get(r));n("view",r=>this.setView(r)),n("color",r=>e.setColoring(r)),n("labels",r=>this.setLabels(Number(r))),n("panel",r=>this.togglePanel("side",r!=="0")),n("reactions",r=>this.setArrows("reaction",r!=="0")),n("loads",r=>this.setArrows("load",r!=="0")),n("deformation",r=>Number(r)>0&&Number.isFinite(Number(r))&&e.setExaggeration(Number(r))),n("from",r=>{let o=tx[r]??r;Q_.some(([a])=>a===o)&&e.setExaggeration(e.motion.exaggeration.factor,o)}),n("mode",r=>e.setMode(Number(r)-1)),n("select",r=>e.select(r)),n("t",r=>e.setTime(Number(r)));let s=t.get("plots")?.split(",")??this.page.plots;s.length&&(this.togglePanel("plots",!0),this.plots.set(s)),n("play",r=>e.setPlaying(r!=="0"))}},VT=(i,t)=>{let e=t.kind==="joint"&&i.joints.find(({name:r})=>r===t.name);if(!e)return[];let n=[["type",e.type]];e.terms?n.push([e.laws.length?"sum":"held",Yh(e)]):e.track?n.push(["slides on",e.track.join(", ")],["slider",e.sides[1].body]):n.push(["between",e.sides.map(r=>r.body).join(" \u2013 ")]);let s=e.laws??[];for(let r of[...new Set(s.map(o=>o.coordinate))])n.push([r,s.filter(o=>o.coordinate===r).map(o=>o.kind).join(", ")]);return n},Ml=(i,t,e,n)=>{let s=Y("select",{id:i,title:t,"aria-label":t},...e.map(([r,o])=>Y("option",{value:r},o)));return s.addEventListener("change",()=>{n(s.value),s.blur()}),Y("label",{class:"select"},s)},_p=(i,t)=>{let e=Y("input",{type:"checkbox"});return e.addEventListener("change",t),{box:e,label:Y("label",{class:"check"},e,i)}},xp=(i,t,e,n,s,r,o,a)=>{let l=Y("input",{type:"range",min:t,max:e,step:n,value:s,id:a}),c=Y("output",{},r(s));return l.addEventListener("input",()=>{c.textContent=r(Number(l.value)),o(Number(l.value))}),Y("label",{class:"slider"},Y("span",{},i),l,c)};var ai=(i,...t)=>Y("tr",{},Y("th",{},i),...t.map((e,n)=>Y("td",{class:n===t.length-1?"number":""},e))),Wr=i=>Y("table",{},...i),yp=(i,t,e=`${t}s`)=>`${i} ${i===1?t:e}`,nx=[["kinetic","ledger_kinetic","energy of motion at the end"],["potential","ledger_potential","of gravity"],["spring","ledger_spring","in springs"],["strain","ledger_strain","in beams"],["at the start","ledger_start","all of these"],["loads","ledger_load_work","work of loads and actuators"],["drives","ledger_drive_work","work of prescribed motions"],["dissipated","ledger_dissipated","by dampers, friction, stops"],["numerical","ledger_numerical","taken by the time integration"],["constraints","ledger_constraint_work","work of constraint forces: zero but for round-off"],["residual","ledger_residual","what does not close"]],Su=class{constructor(t){this.page=t,document.documentElement.dataset.theme="light",this.root=Y("main",{class:"report"}),document.body.append(this.root),this.addTitle(),this.addScene(),this.addModel(),this.addWarnings(),this.addDoctor(),this.addRun(),this.addEnergy(),this.addSteps(),this.addModes(),this.addPlots(),this.addText()}section(t,e){let n=Y("section",{id:e},Y("h2",{},t));return this.root.append(n),n}addTitle(){let{page:t}=this,e=t.status==="finished";this.root.append(Y("h1",{},t.title||t.file),Y("p",{class:"lead"},`${t.file} \xB7 trammel ${t.version} \xB7 ${yp(t.rows,"row")} \xB7 `,Y("span",{class:e?"":"bad"},t.status||"status unknown")))}addScene(){let t=Y("div",{id:"scene"});this.root.append(t);let e=this.viewer=new jo(t,this.page,{theme:"light"});e.setTime(e.start+.3*(e.end-e.start));let n=Y("input",{type:"range",min:0,max:1,step:"any",id:"time","aria-label":"Time"}),s=ni("play","Play or pause",()=>e.setPlaying(!e.playing),"play"),r=Y("output",{id:"clock"});n.addEventListener("input",()=>{e.setPlaying(!1),e.motion.mode?e.setPhase(2*Math.PI*n.value):e.setTime(e.start+n.value*(e.end-e.start))});let o=()=>{n.value=e.motion.mode?e.motion.mode.phase/2/Math.PI:(e.time-e.start)/(e.end-e.start||1),r.textContent=e.motion.mode?"":e.timeText()};e.on("time",o),e.on("state",()=>s.replaceChildren(Vo(e.playing?"pause":"play"))),o(),this.root.append(Y("div",{class:"controls"},s,n,r))}addModel(){let{geometry:t}=this.page,e=this.section("Model","model"),n=[[t.bodies.length,"rigid body","rigid bodies"],[t.beams.length,"beam"],[t.joints.length,"joint"],[t.springs.length,"spring"],[t.loads.length+(t.beam_loads?.length??0),"load"]];e.append(Y("p",{},`${n.filter(([a])=>a).map(([a,l,c])=>yp(a,l,c)).join(", ")}; ${t.planar?"planar":"spatial"}; gravity (${t.gravity.map(Kt).join(", ")}) m/s\xB2.`));let s=Y("div",{class:"columns"}),r=[...t.bodies.map(a=>ai(a.name,a.point?"point mass":"rigid body",`${Kt(a.mass)} kg`)),...t.beams.map(a=>ai(a.name,`beam, ${yp(a.elements,"element")} of order ${a.order}`,`${Kt(a.length)} m`))],o=t.joints.map(a=>ai(a.name,a.type,a.terms?Yh(a):a.sides.map(l=>l.body).join(" \u2013 ")));s.append(Y("div",{},Wr(r.slice(0,60))),Y("div",{},Wr(o.slice(0,60)))),e.append(s),(r.length>60||o.length>60)&&e.append(Y("p",{class:"lead"},"The first 60 of each are listed."))}addWarnings(){if(!this.page.warnings)return;let t=Y("ul",{});for(let e of this.page.warnings.trimEnd().split(`
`))t.append(Y("li",{},e));this.section("Warnings","warnings").append(t)}addDoctor(){this.page.doctor&&this.section("Findings of the model doctor","doctor").append(Y("pre",{},this.page.doctor.trimEnd()))}addRun(){let t=this.page.summary;if(t.steps===void 0)return;let e=this.section("Run","run"),n=Y("div",{class:"columns"});n.append(Y("div",{},Wr([ai("steps",Kt(t.steps)),ai("retried steps",Kt(t.retries)),ai("iterations a step",Kt(t.steps?t.iterations/t.steps:0)),ai("factorizations",Kt(t.factorizations))])),Y("div",{},Wr([ai("largest violation of a constraint",`${Kt(t.largest_violation)} m or rad`),ai("moved by the assembly",`${Kt(t.moved_position)} m, ${Kt(t.moved_angle)} rad`),ai("CPU time",`${Kt(t.seconds_total)} s`),ai("of it assembly, linear solver, output",`${Kt(t.seconds_assembly)}, ${Kt(t.seconds_linear)}, ${Kt(t.seconds_output)} s`)]))),e.append(n)}addEnergy(){let t=this.page.summary;if(t.ledger_residual===void 0)return;let e=this.section("Energy ledger","energy");e.append(Y("div",{class:"columns"},Wr(nx.slice(0,6).map(([s,r,o])=>ai(s,o,`${Kt(t[r])} J`))),Wr(nx.slice(6).map(([s,r,o])=>ai(s,o,`${Kt(t[r])} J`)))));let n=["kinetic","potential","spring","strain","total","load-work","drive-work","dissipated","numerical"].map(s=>`energy.${s}`).filter(s=>this.changes(s));this.charts(e,[["Energies and works",n],["What does not close",["energy.residual"].filter(s=>this.viewer.series.has(s))]])}addSteps(){if(!this.changes("solver.step"))return;let t=this.stepsDiffer()?[["Step size at the rows",["solver.step"]]]:[];this.charts(this.section("Steps","steps"),[...t,["Iterations of the step",["solver.iterations"]]])}stepsDiffer(){let{series:t}=this.viewer,e=Array.from(t.values("solver.step")).slice(1,-1).filter(n=>n>0);return e.length>0&&Math.max(...e)-Math.min(...e)>1e-6*Math.max(...e)}addModes(){let{modes:t}=this.viewer.motion;if(!t)return;this.section("Modes","modes").append(Wr([Y("tr",{},...["mode","frequency, Hz","damping ratio"].map(n=>Y("th",{},n))),...t.frequency.map((n,s)=>ai(String(s+1),Kt(n),Kt(t.damping[s])))]))}addPlots(){let t=this.page.plots.length?this.page.plots:this.usualPlots();if(!t.length||this.viewer.series.time.length<2)return;let e=new Map;for(let n of t){let s=this.page.plots.length?this.viewer.series.unit(n):n.replace(/\.[xyzw]$/,"");e.set(s,[...e.get(s)??[],n])}this.charts(this.section("Results","results"),[...e].map(([n,s])=>[this.page.plots.length?`in ${n}`:n,s]))}usualPlots(){let{geometry:t,channels:e}=this.page,n=new Set([...t.bodies,...t.joints,...t.springs,...t.loads].map(_=>_.name)),s=new Set(["energy","momentum","solver","load","input"]),r=({name:_})=>_.slice(0,_.indexOf(".")),o=e.filter(_=>!n.has(r(_))&&!s.has(r(_))),a=_=>this.page.channelIndex.has(`${_}.drive`),l=(_,m)=>(_.laws??[]).some(g=>g.coordinate===m),c=(_,m)=>a(`${_.name}.${m}`)?0:l(_,m)?1:2,h=t.joints.flatMap(_=>_.coordinates.map(m=>({name:`${_.name}.${m}`,weight:c(_,m)})));h.sort((_,m)=>_.weight-m.weight);let u=h.flatMap(({name:_,weight:m})=>m===0?[{name:_},{name:`${_}.drive`}]:[{name:_}]),d=t.bodies.flatMap(_=>["x","y","z"].map(m=>({name:`${_.name}.position.${m}`}))),f=[],p=new Set;for(let{name:_}of[...o,...u,...d]){if(!this.changes(_))continue;let m=_.replace(/\.[xyzw]$/,"");if(!p.has(m)&&p.size>=12)break;p.add(m),f.push(_)}return f}changes(t){let e=this.page.channels[this.page.channelIndex.get(t)];return!e||e.low===null||this.viewer.series.time.length<2?!1:e.high-e.low>1e-12*Math.max(Math.abs(e.high),Math.abs(e.low))}charts(t,e){let n=Y("div",{class:"charts"});t.append(n);for(let[s,r]of e){if(!r.length)continue;let o=Y("div",{class:"chart"},Y("h3",{},s));n.append(o);let a=rp(o,this.viewer,r,{width:o.clientWidth,height:210,theme:"light",onZoom:l=>{let{time:c}=this.viewer.series;l===null&&a.setScale("x",{min:c[0],max:c[c.length-1]})}});new ResizeObserver(()=>a.setSize({width:o.clientWidth,height:210})).observe(o),this.viewer.on("time",()=>a.redraw(!1,!1))}}addText(){let t=this.section("Model text","text");t.append(Y("details",{},Y("summary",{},"as it was run"),Y("pre",{},this.page.model.trimEnd()))),t.append(Y("details",{},Y("summary",{},"conventions"),Y("pre",{},this.page.conventions)))}};var HT="http://www.w3.org/2000/svg",Pn=(i,t={},e)=>{let n=document.createElementNS(HT,i);for(let[s,r]of Object.entries(t))n.setAttribute(s,r);return e!==void 0&&(n.textContent=e),n},ks=["#0072b2","#d55e00","#009e73","#cc79a7","#e69f00","#56b4e9","#000000"],bu=[[68,1,84],[65,68,135],[42,120,142],[34,168,132],[122,209,81],[253,231,37]],GT=i=>{let t=Math.min(1,Math.max(0,i))*(bu.length-1),e=Math.min(bu.length-2,Math.floor(t));return bu[e].map((n,s)=>Math.round(n+(t-e)*(bu[e+1][s]-n)))},vp=i=>`rgb(${GT(i).join(",")})`,WT=i=>i.filter(Number.isFinite),Ji=i=>{let t=1/0,e=-1/0;for(let n of i)Number.isFinite(n)&&(t=Math.min(t,n),e=Math.max(e,n));return t<=e?[t,e]:[0,1]},Mu=([i,t],e)=>{let n=t-i;if(!(n>0)||!Number.isFinite(n))return[i];let s=n/e,r=10**Math.floor(Math.log10(s)),o=[1,2,5,10].map(l=>l*r).find(l=>l>=s)??10*r,a=[];for(let l=Math.ceil(i/o-1e-9);l*o<=t+1e-9*n&&a.length<50;l++)a.push(Math.abs(l*o)<1e-12*n?0:l*o);return a},wl=([i,t],e)=>{let n=t-i,s=n>0&&Number.isFinite(n)?e*n:Math.abs(i)>0?Math.abs(i)/2:1;return[i-s,t+s]},wu={width:480,height:290,left:66,right:14,top:10,bottom:44},Qo=class{constructor(t,e,{xName:n,yName:s,right:r=wu.right,bands:o=!1}){let{width:a,height:l,left:c,top:h,bottom:u}=wu;Object.assign(this,{left:c,top:h,right:a-r,bottom:l-u}),this.x=d=>this.left+(d-t[0])/(t[1]-t[0])*(this.right-this.left),this.y=d=>this.bottom-(d-e[0])/(e[1]-e[0])*(this.bottom-this.top),this.root=Pn("svg",{viewBox:`0 0 ${a} ${l}`,class:"figure",role:"img","aria-label":`${s} over ${n}`}),this.back=Pn("g"),this.root.append(this.back),this.axes(t,e,n,s,o)}axes(t,e,n,s,r){let{left:o,right:a,top:l,bottom:c}=this,h=d=>this.root.append(Pn("path",{d,class:r?"tick":"grid"}));for(let d of Mu(t,6))h(r?`M${this.x(d)} ${c}v4`:`M${this.x(d)} ${l}V${c}`),this.root.append(Pn("text",{x:this.x(d),y:c+16,"text-anchor":"middle"},Kt(d)));for(let d of Mu(e,5))h(r?`M${o} ${this.y(d)}h-4`:`M${o} ${this.y(d)}H${a}`),this.root.append(Pn("text",{x:o-7,y:this.y(d)+4,"text-anchor":"end"},Kt(d)));this.root.append(Pn("rect",{x:o,y:l,width:a-o,height:c-l,class:"frame"})),this.root.append(Pn("text",{x:(o+a)/2,y:c+36,"text-anchor":"middle",class:"name"},n));let u=(l+c)/2;this.root.append(Pn("text",{x:13,y:u,"text-anchor":"middle",class:"name",transform:`rotate(-90 13 ${u})`},s))}dots(t,e,n,s,r=4){let o="";for(let a of n)Number.isFinite(t[a])&&Number.isFinite(e[a])&&(o+=`M${this.x(t[a]).toFixed(1)} ${this.y(e[a]).toFixed(1)}h0`);o&&this.root.append(Pn("path",{d:o,fill:"none",stroke:s,"stroke-width":r,"stroke-linecap":"round","stroke-opacity":n.length>400?.55:.9}))}line(t,e,n,s,r=1.6){let o="",a=!1;for(let l of n){let c=Number.isFinite(t[l])&&Number.isFinite(e[l]);c&&(o+=`${a?"L":"M"}${this.x(t[l]).toFixed(1)} ${this.y(e[l]).toFixed(1)}`),a=c}o&&this.root.append(Pn("path",{d:o,fill:"none",stroke:s,"stroke-width":r,"stroke-linejoin":"round"}))}crosses(t,e){let n="";for(let s of e)Number.isFinite(t[s])&&(n+=`M${(this.x(t[s])-3).toFixed(1)} ${this.bottom-9}l6 6m0 -6l-6 6`);n&&this.root.append(Pn("path",{d:n,fill:"none",stroke:"#c62828","stroke-width":1.3}))}scale([t,e],n){let s=this.right+12,r=32,o=this.bottom-this.top;for(let a=0;a<r;a++)this.root.append(Pn("rect",{x:s,y:this.bottom-(a+1)/r*o,width:10,height:o/r+.5,fill:vp((a+.5)/r)}));for(let a of Mu([t,e],5))this.root.append(Pn("text",{x:s+14,y:this.bottom-(a-t)/(e-t||1)*o+4},Kt(a)));this.root.append(Pn("text",{x:wu.width-4,y:this.bottom+36,"text-anchor":"end",class:"name"},n))}},sx=78,Sp=({x:i,y:t,xName:e,yName:n,curves:s})=>{let r=s.flatMap(({rows:a})=>a),o=new Qo(wl(Ji(r.map(a=>i[a])),.03),wl(Ji(r.map(a=>t[a])),.06),{xName:e,yName:n});return s.forEach(({rows:a},l)=>{o.line(i,t,a,ks[l%ks.length]),a.length<=60&&o.dots(i,t,a,ks[l%ks.length]),o.crosses(i,a.filter(c=>!Number.isFinite(t[c])))}),o.root},El=({x:i,y:t,z:e,xName:n,yName:s,zName:r,rows:o,faint:a=[]})=>{let l=[...o,...a],c=new Qo(wl(Ji(l.map(u=>i[u])),.04),wl(Ji(l.map(u=>t[u])),.06),{xName:n,yName:s,right:e?sx:wu.right}),h=o.length>2e3?2.5:o.length>400?3.2:4.5;if(c.dots(i,t,a,"#a9b4c2",h),e){let[u,d]=Ji(o.map(p=>e[p])),f=Array.from({length:24},()=>[]);for(let p of o)Number.isFinite(e[p])&&f[Math.min(23,Math.floor(24*(e[p]-u)/(d-u||1)))].push(p);f.forEach((p,_)=>c.dots(i,t,p,vp((_+.5)/24),h)),c.scale([u,d],r)}else c.dots(i,t,o,ks[0],h);return c.crosses(i,o.filter(u=>!Number.isFinite(t[u])||e&&!Number.isFinite(e[u]))),c.root},rx=({values:i,name:t})=>{let e=WT(i),n=Math.min(60,Math.max(4,Math.ceil(Math.sqrt(e.length)))),[s,r]=Ji(e);r>s||([s,r]=wl([s,r],0));let o=new Array(n).fill(0);for(let c of e)o[Math.min(n-1,Math.floor(n*(c-s)/(r-s)))]++;let a=new Qo([s,r],[0,1.06*Math.max(1,...o)],{xName:t,yName:"samples"}),l=c=>a.x(s+(r-s)*c/n);return o.forEach((c,h)=>c&&a.back.append(Pn("rect",{x:l(h),y:a.y(c),width:Math.max(.5,l(h+1)-l(h)-.8),height:a.bottom-a.y(c),fill:ks[0],"fill-opacity":.75}))),a.root},XT=(i,t,e,n)=>{let s=[],r=(o,a)=>(n-o)/(a-o);for(let o=0;o+1<e;o++)for(let a=0;a+1<t;a++){let[l,c,h,u]=[i[o*t+a],i[o*t+a+1],i[(o+1)*t+a+1],i[(o+1)*t+a]];if(![l,c,h,u].every(Number.isFinite))continue;let d=[];l>n!=c>n&&d.push([a+r(l,c),o]),c>n!=h>n&&d.push([a+1,o+r(c,h)]),h>n!=u>n&&d.push([a+1-r(h,u),o+1]),u>n!=l>n&&d.push([a,o+1-r(u,l)]);for(let f=0;f+1<d.length;f+=2)s.push([...d[f],...d[f+1]])}return s},ix=i=>{let t=i.slice(1).map((n,s)=>(n+i[s])/2),e=i.length-1;return[i[0]-(t[0]-i[0]),...t,i[e]+(i[e]-t[e-1])]},ox=({xs:i,ys:t,z:e,xName:n,yName:s,zName:r})=>{let o=ix(i),a=ix(t),l=new Qo(Ji(o),Ji(a),{xName:n,yName:s,right:sx,bands:!0}),c=Ji(e),[h,u]=c;t.forEach((f,p)=>i.forEach((_,m)=>{let g=e[p*i.length+m],[v,w,S,C]=[l.x(o[m]),l.x(o[m+1]),l.y(a[p+1]),l.y(a[p])];Number.isFinite(g)?l.back.append(Pn("rect",{x:v,y:S,width:w-v+.4,height:C-S+.4,fill:vp((g-h)/(u-h||1))})):l.back.append(Pn("path",{d:`M${(v+w)/2-3} ${(S+C)/2-3}l6 6m0 -6l-6 6`,stroke:"#c62828",fill:"none"}))}));let d=(f,p)=>{let _=Math.min(f.length-2,Math.floor(p));return f[_]+(p-_)*(f[_+1]-f[_])};for(let f of u>h?Mu(c,7):[]){let p=XT(e,i.length,t.length,f).map(([_,m,g,v])=>`M${l.x(d(i,_)).toFixed(1)} ${l.y(d(t,m)).toFixed(1)}L${l.x(d(i,g)).toFixed(1)} ${l.y(d(t,v)).toFixed(1)}`).join("");p&&l.root.append(Pn("path",{d:p,fill:"none",stroke:"#fff","stroke-opacity":.85,"stroke-width":1}))}return l.scale(c,r),l.root};var Eu=24,ax=500,qT=2e4,YT=6,bp=30,lx=(i,t,e=`${t}s`)=>`${i} ${i===1?t:e}`,$T=i=>i.slice(i.indexOf(".")+1),li=(i,t)=>i&&typeof i=="object"&&Object.hasOwn(i,t)?i[t]:void 0,ur=i=>typeof i=="number"?Kt(i):String(i),ux=i=>{if(i==null)return"";if(Array.isArray(i))return i.length>8?`${i.length} values`:i.map(ur).join(", ");if(typeof i!="object")return ur(i);let t=[];return Array.isArray(i.values)&&t.push(ux(i.values)),i.mean!==void 0&&t.push(`normal, ${ur(i.mean)} \xB1 ${ur(i.deviation??"")}`),i.from!==void 0&&t.push(`${i.mean!==void 0?"cut off at ":""}${ur(i.from)} to ${ur(i.to)}`),i.count!==void 0&&t.push(`${ur(i.count)} values`),i.scale==="logarithmic"&&t.push("equal ratios"),t.join(", ")},cx=i=>{let t=i.map((n,s)=>s).sort((n,s)=>i[n]-i[s]),e=new Array(i.length);for(let n=0;n<t.length;){let s=n;for(;s+1<t.length&&i[t[s+1]]===i[t[n]];)s++;for(let r=n;r<=s;r++)e[t[r]]=(n+s)/2;n=s+1}return e},hx=(i,t)=>{let e=i.map((c,h)=>h).filter(c=>Number.isFinite(i[c])&&Number.isFinite(t[c]));if(e.length<4)return NaN;let[n,s]=[cx(e.map(c=>i[c])),cx(e.map(c=>t[c]))],r=(e.length-1)/2,[o,a,l]=[0,0,0];for(let c=0;c<e.length;c++)o+=(n[c]-r)*(s[c]-r),a+=(n[c]-r)**2,l+=(s[c]-r)**2;return a>0&&l>0?o/Math.sqrt(a*l):NaN},ZT=(i,t)=>{if(!i.length)return NaN;let e=t*(i.length-1),n=Math.floor(e);return i[n]+(e-n)*((i[n+1]??i[n])-i[n])},Tu=class{constructor(t){this.page=t,this.block=t.block("samples"),document.documentElement.dataset.theme="light",this.root=Y("main",{class:"report"}),document.body.append(this.root),this.read(),this.addTitle(),this.addVaried(),this.addCollected(),this.addSearch(),this.addFigures(),this.addRelations(),this.addDistributions(),this.addExplorer(),this.addFailures(),this.addTable(),this.addRepeat()}read(){let{page:t,block:e}=this;this.numbers=Array.from({length:e.rows},(o,a)=>e.at(a,0)),this.rows=this.numbers.map((o,a)=>a),this.columns=t.channels.map((o,a)=>({...o,label:$T(o.name),values:this.rows.map(l=>e.at(l,a+1))}));let n=new Set(t.plots),s=o=>{let a=this.columns.filter(({name:c})=>c.startsWith(o)),l=a.filter(({name:c})=>n.has(c));return[a,l.length?l:a]};[this.allVaried,this.varied]=s("vary."),[this.allCollected,this.collected]=s("collect.");for(let o of this.allVaried)o.distinct=[...new Set(o.values)].sort((a,l)=>a-l);this.changing=this.varied.filter(({distinct:o})=>o.length>1),this.failures=(t.warnings??"").split(`
`).map(o=>o.match(/^sample (\d+) failed: (.*)$/)).filter(Boolean);let r=li(t.definition,"optimise");this.goal=li(r,"minimise")??li(r,"maximise"),this.searches=this.goal!==void 0||li(t.definition,"fit")!==void 0,this.drawn=["latin-hypercube","sobol","random"].includes(li(li(t.definition,"samples"),"method"))}section(t,e){let n=Y("section",{id:e},Y("h2",{},t));return this.root.append(n),n}figures(t,e){let n=Y("div",{class:"charts"});t.append(n);for(let[s,r]of e)n.append(Y("div",{class:"chart"},Y("h3",{},s),r));return n}table(t,e,n=1){let s=(r,o)=>Y("tr",{},...r.map((a,l)=>Y(l===0?"th":o,{class:l>=n?"number":""},a)));return Y("div",{class:"scroll"},Y("table",{class:"facts"},s(t,"th"),...e.map(r=>s(r,"td"))))}addTitle(){let{page:t}=this,e=this.failures.length;this.root.append(Y("h1",{},t.title||t.file),Y("p",{class:"lead"},`${t.file} \xB7 trammel ${t.version} \xB7 ${lx(t.samples,"sample")}`,...e?[" \xB7 ",Y("a",{href:"#failures",class:"bad"},`${e} failed`)]:[", none failed"],...t.status==="finished"?[]:[" \xB7 ",Y("span",{class:"bad"},t.status||"status unknown")])),this.numbers.length<t.samples&&this.root.append(Y("p",{class:"lead"},`Figures show ${this.numbers.length} of the ${t.samples} samples, at equal distances; least, mean, deviation and largest are those of all.`))}addVaried(){let{definition:t}=this.page,e=li(t,"samples"),n=this.section("What varied","varied"),s=this.searches?"Samples were asked for by the search.":e?.method?`${e.method}${e.seed!==void 0?`, seed ${e.seed}`:""}.`:"Every value with every other.";n.append(Y("p",{class:"lead"},s)),n.append(this.table(["variable","where in the model","given as","least","largest","values"],this.allVaried.map(r=>{let o=li(t.vary,r.label);return[r.label,li(o,"at")??"parameter",ux(o),Kt(r.low),Kt(r.high),String(r.distinct.length)]}),3))}addCollected(){if(!this.allCollected.length)return;let{definition:t}=this.page,e=this.section("What was collected","collected");e.append(this.table(["column","of each run","least","median","mean","deviation","largest"],this.allCollected.map(n=>{let s=n.values.filter(Number.isFinite).sort((o,a)=>o-a),r=(o,a)=>n.count?Y("span",{},Kt(o),Y("small",{},` #${a+1}`)):"\u2013";return[n.label,Y("code",{},ur(li(t.collect,n.label)??"")),r(n.low,n.lowest),Kt(ZT(s,.5)),Kt(n.mean),Kt(n.deviation),r(n.high,n.highest)]}),2)),e.append(Y("p",{class:"lead"},"#: the number of the sample."))}meets(t){let e=li(li(this.page.definition,"optimise"),"constraints")??{};return Object.entries(e).every(([n,{"at-most":s,"at-least":r}])=>{let o=this.columns.find(l=>l.name===`collect.${n}`)?.values[t],a=1e-6;return Number.isFinite(o)&&!(o-s>a*Math.abs(s))&&!(r-o>a*Math.abs(r))})}addSearch(){if(!this.searches)return;let t=this.columns.find(({name:f})=>f===`collect.${this.goal}`);if(!t){let f=p=>El({x:this.numbers,y:p.values,xName:"run",yName:p.label,rows:this.rows});this.figures(this.section("Search","search"),this.varied.map(p=>[p.label,f(p)]));return}let e=li(this.page.definition.optimise,"maximise")===void 0?1:-1,n=NaN,s=-1,r=t.values.map((f,p)=>(Number.isFinite(f)&&this.meets(p)&&!(e*f>=e*n)&&([n,s]=[f,p]),n)),o=this.section("Search","search");if(s<0){o.append(Y("p",{class:"bad"},"No run meets the constraints."));return}o.append(Y("p",{},`${e>0?"Least":"Largest"} ${this.goal}: ${n.toPrecision(8)}, run ${this.numbers[s]} of ${this.page.samples}.`)),o.append(this.table(["variable","best"],this.allVaried.map(({label:f,values:p})=>[f,String(Number(p[s].toPrecision(10)))])));let a=this.rows.filter(f=>this.meets(f)),l=this.rows.filter(f=>Number.isFinite(t.values[f])&&!this.meets(f)),c=Ji(a.map(f=>t.values[f])),h=f=>e*t.values[f]<=e*(e>0?c[1]:c[0])+(c[1]-c[0]),u={x:this.numbers,xName:"run",yName:this.goal},d=El({...u,y:t.values,rows:a,faint:l.filter(h)});this.figures(o,[["The best so far",Sp({...u,y:r,curves:[{label:"",rows:this.rows.filter(f=>Number.isFinite(r[f]))}]})],[l.length?"Runs; grey ones violate a constraint":"Runs",d]])}grid(t,e){let[n,s]=[t.distinct,e.distinct];if(n.length<2||s.length<2||n.length*s.length>qT||n.length*s.length>this.rows.length)return null;let[r,o]=[new Map(n.map((l,c)=>[l,c])),new Map(s.map((l,c)=>[l,c]))],a=Array.from({length:n.length*s.length},()=>[]);for(let l of this.rows)a[o.get(e.values[l])*n.length+r.get(t.values[l])].push(l);return a.every(({length:l})=>l>0)?{xs:n,ys:s,cells:a}:null}addFigures(){if(!this.changing.length||!this.collected.length||this.searches)return;let t=this.collected.slice(0,Eu),e=this.section("Figures","figures"),[n,s]=this.changing,r=this.allVaried.filter(a=>a!==n&&a!==s&&a.distinct.length>1),o=s&&!this.drawn&&!r.length?this.grid(n,s):null;this.changing.length===1&&!r.length?this.addCurves(e,t,n,null):o&&Math.min(o.xs.length,o.ys.length)<=YT?this.addCurves(e,t,o.ys.length<=o.xs.length?n:s,o.ys.length<=o.xs.length?s:n):o?this.addMaps(e,t,n,s,o):this.addScatters(e,t),this.collected.length>t.length&&e.append(Y("p",{class:"lead"},`The first ${t.length} columns are drawn; --plots chooses others.`))}addCurves(t,e,n,s){let r=[...this.rows].sort((a,l)=>n.values[a]-n.values[l]),o=s?s.distinct.map(a=>({label:`${s.label} = ${Kt(a)}`,rows:r.filter(l=>s.values[l]===a)})):[{label:"",rows:r}];this.figures(t,e.map(a=>[a.label,Sp({x:n.values,y:a.values,xName:n.label,yName:a.label,curves:o})])),s&&t.append(Y("p",{class:"legend"},...o.flatMap(({label:a},l)=>[Y("span",{style:`color: ${ks[l%ks.length]}`},`\u25CF ${a}`)," "])))}addMaps(t,e,n,s,{xs:r,ys:o,cells:a}){this.figures(t,e.map(l=>{let c=a.map(h=>l.values[h[0]]);return[l.label,ox({xs:r,ys:o,z:c,xName:n.label,yName:s.label,zName:l.label})]}))}addScatters(t,e){let n=Math.max(1,Math.min(3,Math.floor(Eu/e.length))),s=e.flatMap(r=>{let o=new Map(this.changing.map(a=>[a,Math.abs(hx(a.values,r.values))||0]));return[...this.changing].sort((a,l)=>o.get(l)-o.get(a)).slice(0,n).map(a=>[`${r.label} over ${a.label}`,El({x:a.values,y:r.values,xName:a.label,yName:r.label,rows:this.rows})])});this.figures(t,s)}addRelations(){if(this.changing.length<2||this.rows.length<8||this.searches)return;let t=this.collected.filter(({low:r,high:o})=>o>r).slice(0,Eu);if(!t.length)return;let e=this.section("What depends on what","relations"),n=r=>Y("td",{class:"number",style:Number.isFinite(r)?`background: rgba(${r>0?"0,114,178":"213,94,0"},${(.55*Math.abs(r)).toFixed(2)})`:""},Number.isFinite(r)?r.toFixed(2):"\u2013"),s=this.changing.slice(0,40);e.append(Y("div",{class:"scroll"},Y("table",{class:"facts"},Y("tr",{},Y("th",{},""),...s.map(({label:r})=>Y("th",{class:"number"},r))),...t.map(r=>Y("tr",{},Y("th",{},r.label),...s.map(o=>n(hx(o.values,r.values)))))))),e.append(Y("p",{class:"lead"},"Rank correlations: 1 where a column always grows with the variable, \u22121 where it always falls, near 0 where it does neither."))}addDistributions(){if(!this.drawn||this.rows.length<10)return;let t=this.collected.filter(({low:e,high:n})=>n>e).slice(0,Eu);t.length&&this.figures(this.section("Distributions","distributions"),t.map(e=>[e.label,rx({values:e.values,name:e.label})]))}addExplorer(){if(this.columns.length<2)return;let t=this.section("Any column over any other","explorer"),e=(l,c,h,u)=>{let d=Y("select",{id:l,"aria-label":c},...u?[Y("option",{value:""},"one colour")]:[],...this.columns.map(({name:f})=>Y("option",{value:f},f)));return d.value=h?.name??"",d},n=e("across","across",this.changing[0]??this.columns[0]),s=e("up","up",this.collected[0]??this.columns[1]),r=e("coloured","colour",this.changing.length>1?this.changing[1]:void 0,!0),o=Y("div",{class:"chart wide explorer"}),a=()=>{let l=d=>this.columns.find(({name:f})=>f===d.value),[c,h,u]=[l(n),l(s),l(r)];o.replaceChildren(El({x:c.values,y:h.values,z:u?.values,xName:c.label,yName:h.label,zName:u?.label,rows:this.rows}))};for(let l of[n,s,r])l.addEventListener("change",a);t.append(Y("p",{class:"choices"},"across ",n," up ",s," colour ",r),o),a()}addFailures(){let t=this.section("Failures","failures");if(!this.failures.length){t.append(Y("p",{},"No sample failed."));return}let e=new Map;for(let[,o,a]of this.failures){let l=a.replace(/-?\b\d+(\.\d+)?(e[-+]?\d+)?/gi,"\u2026"),c=e.get(l)??{why:a,numbers:[]};c.why!==a&&(c.why=l),c.numbers.push(Number(o)),e.set(l,c)}let n=new Map(this.numbers.map((o,a)=>[o,a])),s=o=>{let a=n.get(o);return a===void 0?"":this.allVaried.slice(0,6).map(({label:l,values:c})=>`${l} = ${Kt(c[a])}`).join(", ")},r=[...e.values()].sort((o,a)=>a.numbers.length-o.numbers.length);t.append(this.table(["why","samples","the first of them"],r.slice(0,bp).map(({why:o,numbers:a})=>[Y("span",{class:"why"},o),String(a.length),`#${a[0]}: ${s(a[0])}`]),3)),r.length>bp&&t.append(Y("p",{class:"lead"},`${r.length-bp} more reasons are in the table.`))}addTable(){let t=this.section("Table","table"),e=this.rows.slice(0,ax),n=this.rows.length>ax||this.numbers.length<this.page.samples?`the first ${e.length} of the samples shown`:lx(e.length,"sample");t.append(Y("details",{},Y("summary",{},n),this.table(["#",...this.columns.map(s=>s.label)],e.map(s=>[String(this.numbers[s]),...this.columns.map(({values:r})=>Kt(r[s]))]))))}addRepeat(){let{page:t}=this,e=this.section("How to repeat it","repeat"),n=/\.ya?ml$/.test(t.source)?t.source:"study.yaml",s=li(t.definition,"model")??"the model";e.append(Y("pre",{},`trammel ${this.searches?"optimise":"study"} ${n}`)),e.append(Y("p",{class:"lead"},`with the two texts below as ${n} and ${s}, and trammel ${t.version}: the same samples give the same numbers. "keep: [17]" in the study writes the whole result of sample 17.`)),e.append(Y("details",{},Y("summary",{},"the study"),Y("pre",{},(t.study||"this table was written by a version that did not keep it").trimEnd()))),e.append(Y("details",{},Y("summary",{},"the model"),Y("pre",{},t.model.trimEnd())))}};var dx=`:root { --ground: #10151d; --panel: #171e29; --raised: #222c3a; --line: #2c3848; --text: #e6ebf2; --soft: #9fb0c3; --accent: #f5c451; --link: #6cb0ff; color-scheme: dark; }
:root[data-theme="light"] { --ground: #eef2f7; --panel: #ffffff; --raised: #eef2f8; --line: #d4dce7; --text: #1c2430; --soft: #5b6b80; --accent: #b67a00; --link: #1667c7; color-scheme: light; }
* { box-sizing: border-box; }
html, body { margin: 0; height: 100%; background: var(--ground); color: var(--text); font: 13px/1.45 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
button, select, input { font: inherit; color: inherit; }
h1, h2, p { margin: 0; }
#app { display: grid; height: 100vh; grid-template: "header header header" 46px "side scene plots" minmax(0, 1fr) "footer footer footer" 50px / 0 minmax(0, 1fr) 0; }
#app.side { grid-template-columns: 258px minmax(0, 1fr) 0; }
#app.plots { grid-template-columns: 0 minmax(0, 1fr) min(440px, 46vw); }
#app.side.plots { grid-template-columns: 258px minmax(0, 1fr) min(440px, 42vw); }
header { grid-area: header; display: flex; align-items: center; gap: 8px; padding: 0 10px; background: var(--panel); border-bottom: 1px solid var(--line); }
header h1 { flex: 1; min-width: 0; font-size: 15px; font-weight: 650; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
header h1 small { margin-left: 10px; color: var(--soft); font-size: 12px; font-weight: 400; }
footer { grid-area: footer; display: flex; align-items: center; gap: 6px; padding: 0 12px; background: var(--panel); border-top: 1px solid var(--line); }
footer input[type="range"] { flex: 1; margin: 0 8px; accent-color: var(--accent); }
footer output { min-width: 84px; text-align: right; font-variant-numeric: tabular-nums; font-weight: 600; }
footer small { color: var(--soft); white-space: nowrap; }
#parts { grid-area: side; overflow: auto; background: var(--panel); border-right: 1px solid var(--line); padding-bottom: 12px; }
#plots { grid-area: plots; overflow: auto; background: var(--panel); border-left: 1px solid var(--line); }
#app:not(.side) #parts, #app:not(.plots) #plots { display: none; }
#scene { grid-area: scene; position: relative; overflow: hidden; min-width: 0; }
#scene canvas { display: block; position: absolute; inset: 0; touch-action: none; }
#scene canvas.overlay { pointer-events: none; width: 100%; height: 100%; }
svg { width: 18px; height: 18px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; display: block; }
svg.solid { fill: currentColor; stroke: none; }
button { cursor: pointer; }
button.icon { border: 0; background: none; padding: 6px; border-radius: 7px; color: var(--soft); }
button.icon:hover { background: var(--raised); color: var(--text); }
button.icon.on { color: var(--accent); }
#play { color: var(--text); background: var(--raised); border-radius: 50%; padding: 8px; }
button.small { border: 1px solid var(--line); background: var(--raised); border-radius: 6px; padding: 2px 8px; font-size: 12px; }
button.small.on { border-color: var(--accent); color: var(--accent); }
select { border: 1px solid var(--line); background: var(--raised); border-radius: 7px; padding: 4px 6px; max-width: 250px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
details summary { display: flex; align-items: center; gap: 6px; padding: 5px 8px 5px 12px; cursor: pointer; font-weight: 650; position: sticky; top: 0; background: var(--panel); z-index: 1; }
details summary small, .part small { color: var(--soft); font-weight: 400; }
details summary .icon { margin-left: auto; }
details summary .icon svg, .part .icon svg { width: 15px; height: 15px; }
.part { display: flex; align-items: center; padding: 0 8px 0 14px; }
.part:hover, .part.selected { background: var(--raised); }
.part.selected .name { color: var(--accent); }
.part.off .name { opacity: 0.45; }
.part .name { flex: 1; min-width: 0; display: flex; align-items: center; gap: 7px; border: 0; background: none; padding: 3px 0; text-align: left; }
.part .name small { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.part .icon { padding: 3px; }
.dot { width: 10px; height: 10px; border-radius: 3px; background: var(--soft); flex: none; }
.dot.joint { border-radius: 50%; background: none; border: 2px solid var(--soft); }
.options, .part-details { padding: 8px 14px; border-top: 1px solid var(--line); margin-top: 8px; display: flex; flex-direction: column; gap: 5px; }
.options h2, .part-details h2 { font-size: 13px; }
.part-details:empty { display: none; }
.part-details .channels { display: flex; flex-direction: column; margin: 0 -6px; }
.part-details .channel { display: grid; grid-template-columns: minmax(0, 1fr) auto 42px; gap: 6px; align-items: baseline; border: 0; background: none; padding: 1px 6px; border-radius: 5px; text-align: left; font-size: 12px; }
.part-details .channel:hover { background: var(--raised); }
.part-details .channel.on span { color: var(--accent); font-weight: 650; }
.part-details .channel span { overflow-wrap: anywhere; }
.part-details .channel output { font-variant-numeric: tabular-nums; }
.part-details .channel.quiet { opacity: 0.5; }
.part-details small { color: var(--soft); }
.part-details dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 1px 10px; margin: 0; font-size: 12px; }
.part-details dt { color: var(--soft); }
.part-details dd { margin: 0; overflow-wrap: anywhere; }
.part-details > .small { align-self: start; }
.check { display: flex; gap: 7px; align-items: center; }
.slider { display: grid; grid-template-columns: 82px minmax(0, 1fr) 48px; align-items: center; gap: 6px; }
.slider output { text-align: right; color: var(--soft); font-size: 12px; }
.slider input, .check input { accent-color: var(--accent); }
.options select { max-width: 100%; width: 100%; }
.picker { position: sticky; top: 0; z-index: 3; display: flex; gap: 6px; padding: 8px 10px; background: var(--panel); }
.picker input { flex: 1; min-width: 0; border: 1px solid var(--line); background: var(--raised); border-radius: 7px; padding: 5px 8px; }
.channel-list { display: none; position: absolute; top: 42px; left: 10px; right: 10px; max-height: 50vh; overflow: auto; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; box-shadow: 0 8px 24px rgba(0, 0, 0, 0.35); }
.channel-list.open { display: block; }
.channel-list button { display: flex; width: 100%; justify-content: space-between; gap: 10px; border: 0; background: none; padding: 4px 10px; text-align: left; }
.channel-list button:hover, .channel-list button:focus { background: var(--panel); }
.channel-list button.on span { color: var(--accent); }
.channel-list small { color: var(--soft); white-space: nowrap; }
.channel-list p, .hint { padding: 8px 12px; color: var(--soft); }
.chips { display: flex; flex-wrap: wrap; gap: 4px; padding: 0 10px; }
.chip { border: 1px solid var(--line); background: var(--raised); border-radius: 10px; padding: 0 8px; font-size: 12px; }
.chart { padding: 6px 10px 0; }
.u-legend { font-size: 12px !important; color: var(--soft); text-align: left !important; }
.u-legend .u-value { color: var(--text); }
.u-select { background: rgba(245, 196, 81, 0.18) !important; }
#help { display: none; position: fixed; inset: 0; z-index: 10; background: rgba(6, 9, 14, 0.55); align-items: center; justify-content: center; }
#help.open { display: flex; }
#help > div { background: var(--panel); border: 1px solid var(--line); border-radius: 12px; padding: 18px 24px; max-width: 520px; max-height: 90vh; overflow: auto; }
#help th { text-align: left; padding: 2px 18px 2px 0; white-space: nowrap; color: var(--accent); font-weight: 600; }
#help p { margin: 10px 0; color: var(--soft); }
.notice { position: fixed; left: 50%; bottom: 64px; transform: translateX(-50%); max-width: 90vw; padding: 6px 14px; border-radius: 6px; background: #b3261e; color: #fff; z-index: 10; }
.failure { max-width: 640px; margin: 12vh auto; padding: 0 20px; }
.report { max-width: 1040px; margin: 0 auto; padding: 28px 24px 60px; }
.report h1 { font-size: 26px; }
.report h2 { margin: 32px 0 10px; font-size: 18px; border-bottom: 1px solid var(--line); padding-bottom: 4px; }
.report .lead { color: var(--soft); margin: 4px 0 16px; }
.report .bad { color: #e5566d; font-weight: 650; }
.report table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
.report th, .report td { text-align: left; padding: 3px 12px 3px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.report th { font-weight: 600; color: var(--soft); }
.report td.number { text-align: right; white-space: nowrap; }
.report td { color: var(--soft); }
.report td.number { color: var(--text); }
.report .columns { display: grid; grid-template-columns: 1fr 1fr; gap: 0 32px; }
.report pre { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 12px 14px; overflow: auto; font: 12px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre-wrap; }
.report #scene { height: 460px; border: 1px solid var(--line); border-radius: 10px; }
.report .controls { display: flex; align-items: center; gap: 8px; padding: 6px 0; }
.report .controls input { flex: 1; accent-color: var(--accent); }
.report details summary { position: static; background: none; padding-left: 0; }
.report .charts { display: grid; grid-template-columns: 1fr 1fr; gap: 8px 16px; }
.report .charts .wide { grid-column: 1 / -1; }
.report .chart { padding: 0; break-inside: avoid; }
.report h3 { margin: 10px 0 2px; font-size: 13px; font-weight: 600; color: var(--soft); }
.report .scroll { overflow-x: auto; }
.report table.facts td, .report table.facts th { white-space: nowrap; }
.report table.facts code { font: 12px/1.4 ui-monospace, "DejaVu Sans Mono", monospace; white-space: normal; }
.report table small { color: var(--soft); }
.report svg.figure { width: 100%; height: auto; stroke: none; fill: var(--text); font: 11px system-ui, sans-serif; }
.report svg.figure text { fill: var(--soft); }
.report svg.figure text.name { fill: var(--text); font-size: 12px; }
.report svg.figure .grid, .report svg.figure .tick { stroke: var(--line); stroke-width: 1; fill: none; }
.report svg.figure .frame { stroke: var(--soft); stroke-width: 1; fill: none; }
.report .explorer { max-width: 620px; }
.report table.facts { width: auto; min-width: 50%; }
.report table.facts th.number { text-align: right; }
.report table.facts .why { white-space: normal; }
.report details summary { display: list-item; }
.report .choices select { max-width: 220px; }
.report .legend span { margin-right: 10px; font-weight: 600; white-space: nowrap; }
@media (max-width: 700px) { .report .columns, .report .charts { grid-template-columns: 1fr; } header h1 small, footer small { display: none; } }
@media print { body { background: #fff; } .report { max-width: none; padding: 0; } .report .controls { display: none; } .report h2 { break-after: avoid; } }
`;var fx='.uplot, .uplot *, .uplot *::before, .uplot *::after {box-sizing: border-box;}.uplot {font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji";line-height: 1.5;width: min-content;}.u-title {text-align: center;font-size: 18px;font-weight: bold;}.u-wrap {position: relative;user-select: none;}.u-over, .u-under {position: absolute;}.u-under {overflow: hidden;}.uplot canvas {display: block;position: relative;width: 100%;height: 100%;}.u-axis {position: absolute;}.u-legend {font-size: 14px;margin: auto;text-align: center;}.u-inline {display: block;}.u-inline * {display: inline-block;}.u-inline tr {margin-right: 16px;}.u-legend th {font-weight: 600;}.u-legend th > * {vertical-align: middle;display: inline-block;}.u-legend .u-marker {width: 1em;height: 1em;margin-right: 4px;background-clip: padding-box !important;}.u-inline.u-live th::after {content: ":";vertical-align: middle;}.u-inline:not(.u-live) .u-value {display: none;}.u-series > * {padding: 4px;}.u-series th {cursor: pointer;}.u-legend .u-off > * {opacity: 0.3;}.u-select {background: rgba(0,0,0,0.07);position: absolute;pointer-events: none;}.u-cursor-x, .u-cursor-y {position: absolute;left: 0;top: 0;pointer-events: none;will-change: transform;}.u-hz .u-cursor-x, .u-vt .u-cursor-y {height: 100%;border-right: 1px dashed #607D8B;}.u-hz .u-cursor-y, .u-vt .u-cursor-x {width: 100%;border-bottom: 1px dashed #607D8B;}.u-cursor-pt {position: absolute;top: 0;left: 0;border-radius: 50%;border: 0 solid;pointer-events: none;will-change: transform;/*this has to be !important since we set inline "background" shorthand */background-clip: padding-box !important;}.u-axis.u-off, .u-select.u-off, .u-cursor-x.u-off, .u-cursor-y.u-off, .u-cursor-pt.u-off {display: none;}';var px=(i,t)=>document.body.append(Y("div",{class:"failure"},Y("h1",{},i),Y("p",{},t))),jT=i=>{if(!i.lost)return;let t=`${i.lost} numbers of the positions in this result are not finite, or too large to be drawn: what is shown of them is wrong.`;document.body.append(Y("div",{class:"notice"},t))},QT=async()=>{if(document.head.append(Y("style",{},fx),Y("style",{},dx)),!("DecompressionStream"in window)){px("This browser is too old for the page","It cannot unpack the numbers (DecompressionStream). Firefox 113, Chrome 80, Safari 16.4 or later can.");return}try{let i=await Qg(),t={report:Su,study:Tu};window.trammel=new(t[i.kind]??vu)(i),window.trammel.ready=!0,jT(i)}catch(i){px("The page cannot be shown",`The result holds something that is not as trammel writes it: ${i.message}`)}};QT();})();
/*! This file contains

three

The MIT License

Copyright © 2010-2026 three.js authors

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.

uplot

The MIT License (MIT)

Copyright (c) 2022 Leon Sorokin

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.
*/
