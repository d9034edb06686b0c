(()=>{var tr={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},er={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},um=0,od=1,dm=2;var br=1,fm=2,To=3,nr=0,Qn=1,Dn=2,wr=0,Ao=1,ad=2,ld=3,cd=4,pm=5;var Er=100,mm=101,gm=102,_m=103,xm=104,ym=200,vm=201,Sm=202,Mm=203,hd=204,ud=205,bm=206,wm=207,Em=208,Tm=209,Am=210,Rm=211,Cm=212,Pm=213,Im=214,Zl=0,Jl=1,Kl=2,po=3,jl=4,Ql=5,tc=6,ec=7,dd=0,Lm=1,Dm=2,os=0,fd=1,pd=2,md=3,gd=4,_d=5,xd=6,yd=7;var vd=300,Tr=301,Ro=302,Oc=303,Bc=304,nc=1e3,is=1001,ic=1002,Rn=1003,Nm=1004;var Za=1005;var Kn=1006,kc=1007;var Rs=1008;var ii=1009,Sd=1010,Md=1011,Co=1012,zc=1013,Oi=1014,Bi=1015,ki=1016,Vc=1017,Hc=1018,Ar=1020,bd=35902,wd=35899,Ed=1021,Td=1022,zi=1023,bs=1026,Cs=1027,Ad=1028,Gc=1029,ir=1030,Wc=1031;var Xc=1033,Ja=33776,Ka=33777,ja=33778,Qa=33779,qc=35840,Yc=35841,$c=35842,Zc=35843,Jc=36196,Kc=37492,jc=37496,Qc=37488,th=37489,tl=37490,eh=37491,nh=37808,ih=37809,sh=37810,rh=37811,oh=37812,ah=37813,lh=37814,ch=37815,hh=37816,uh=37817,dh=37818,fh=37819,ph=37820,mh=37821,gh=36492,_h=36494,xh=36495,yh=36283,vh=36284,el=36285,Sh=36286;var fa=2300,sc=2301,Yl=2302,Zu=2303,Ju=2400,Ku=2401,ju=2402;var Um=3200;var Mh=0,Fm=1,Ps="",Zn="srgb",pa="srgb-linear",ma="linear",Oe="srgb";var $l=7680;var Om=519,Bm=512,km=513,zm=514,Rd=515,Vm=516,Hm=517,Cd=518,Pd=519,Id=35044,Ld=35048;var Dd="300 es",bi=2e3,mo=2001;function ex(i){for(let t=i.length-1;t>=0;--t)if(i[t]>=65535)return!0;return!1}function nx(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function ga(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function Gm(){let i=ga("canvas");return i.style.display="block",i}var Tp={},go=null;function _a(...i){let t="THREE."+i.shift();go?go("log",t,...i):console.log(t,...i)}function Wm(i){let t=i[0];if(typeof t=="string"&&t.startsWith("TSL:")){let e=i[1];e&&e.isStackTrace?i[0]+=" "+e.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function te(...i){i=Wm(i);let t="THREE."+i.shift();if(go)go("warn",t,...i);else{let e=i[0];e&&e.isStackTrace?console.warn(e.getError(t)):console.warn(t,...i)}}function oe(...i){i=Wm(i);let t="THREE."+i.shift();if(go)go("error",t,...i);else{let e=i[0];e&&e.isStackTrace?console.error(e.getError(t)):console.error(t,...i)}}function la(...i){let t=i.join(" ");t in Tp||(Tp[t]=!0,te(...i))}function Xm(i,t,e){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(t,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}var qm={[Zl]:Zl,[Kl]:tc,[jl]:jl,[po]:Ql,[Jl]:Jl,[tc]:Kl,[ec]:ec,[Ql]:po},Ni=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[t]===void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){let n=this._listeners;return n===void 0?!1:n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){let n=this._listeners;if(n===void 0)return;let s=n[t];if(s!==void 0){let r=s.indexOf(e);r!==-1&&s.splice(r,1)}}dispatchEvent(t){let e=this._listeners;if(e===void 0)return;let n=e[t.type];if(n!==void 0){t.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,t);t.target=null}}},kn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Ap=1234567,ca=Math.PI/180,_o=180/Math.PI;function Is(){let i=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(kn[i&255]+kn[i>>8&255]+kn[i>>16&255]+kn[i>>24&255]+"-"+kn[t&255]+kn[t>>8&255]+"-"+kn[t>>16&15|64]+kn[t>>24&255]+"-"+kn[e&63|128]+kn[e>>8&255]+"-"+kn[e>>16&255]+kn[e>>24&255]+kn[n&255]+kn[n>>8&255]+kn[n>>16&255]+kn[n>>24&255]).toLowerCase()}function de(i,t,e){return Math.max(t,Math.min(e,i))}function Nd(i,t){return(i%t+t)%t}function ix(i,t,e,n,s){return n+(i-t)*(s-n)/(e-t)}function sx(i,t,e){return i!==t?(e-i)/(t-i):0}function ha(i,t,e){return(1-e)*i+e*t}function rx(i,t,e,n){return ha(i,t,1-Math.exp(-e*n))}function ox(i,t=1){return t-Math.abs(Nd(i,t*2)-t)}function ax(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*(3-2*i))}function lx(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*i*(i*(i*6-15)+10))}function cx(i,t){return i+Math.floor(Math.random()*(t-i+1))}function hx(i,t){return i+Math.random()*(t-i)}function ux(i){return i*(.5-Math.random())}function dx(i){i!==void 0&&(Ap=i);let t=Ap+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function fx(i){return i*ca}function px(i){return i*_o}function mx(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function gx(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function Ud(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function _x(i,t,e,n,s){let r=Math.cos,o=Math.sin,a=r(e/2),l=o(e/2),c=r((t+n)/2),h=o((t+n)/2),u=r((t-n)/2),d=o((t-n)/2),f=r((n-t)/2),m=o((n-t)/2);switch(s){case"XYX":i.set(a*h,l*u,l*d,a*c);break;case"YZY":i.set(l*d,a*h,l*u,a*c);break;case"ZXZ":i.set(l*u,l*d,a*h,a*c);break;case"XZX":i.set(a*h,l*m,l*f,a*c);break;case"YXY":i.set(l*f,a*h,l*m,a*c);break;case"ZYZ":i.set(l*m,l*f,a*h,a*c);break;default:te("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function bh(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Fd(i,t){if(t.constructor===Float32Array)return i;let e=bh(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/e,-1)}function Od(i,t){if(t.constructor===Float32Array)return i;let e=bh(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*e)}var nl={DEG2RAD:ca,RAD2DEG:_o,generateUUID:Is,clamp:de,euclideanModulo:Nd,mapLinear:ix,inverseLerp:sx,lerp:ha,damp:rx,pingpong:ox,smoothstep:ax,smootherstep:lx,randInt:cx,randFloat:hx,randFloatSpread:ux,seededRandom:dx,degToRad:fx,radToDeg:px,isPowerOfTwo:mx,ceilPowerOfTwo:gx,floorPowerOfTwo:Ud,setQuaternionFromProperEuler:_x,normalize:Od,denormalize:Fd},Gd=class Gd{constructor(t=0,e=0){this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("THREE.Vector2: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,n=this.y,s=t.elements;return this.x=s[0]*e+s[3]*n+s[6],this.y=s[1]*e+s[4]*n+s[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=de(this.x,t.x,e.x),this.y=de(this.y,t.y,e.y),this}clampScalar(t,e){return this.x=de(this.x,t,e),this.y=de(this.y,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(de(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(de(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let n=Math.cos(e),s=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*s+t.x,this.y=r*s+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}};Gd.prototype.isVector2=!0;var pt=Gd,Ee=class{constructor(t=0,e=0,n=0,s=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=s}static slerpFlat(t,e,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],u=n[s+3],d=r[o+0],f=r[o+1],m=r[o+2],_=r[o+3];if(u!==_||l!==d||c!==f||h!==m){let p=l*d+c*f+h*m+u*_;p<0&&(d=-d,f=-f,m=-m,_=-_,p=-p);let g=1-a;if(p<.9995){let v=Math.acos(p),E=Math.sin(v);g=Math.sin(g*v)/E,a=Math.sin(a*v)/E,l=l*g+d*a,c=c*g+f*a,h=h*g+m*a,u=u*g+_*a}else{l=l*g+d*a,c=c*g+f*a,h=h*g+m*a,u=u*g+_*a;let v=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=v,c*=v,h*=v,u*=v}}t[e]=l,t[e+1]=c,t[e+2]=h,t[e+3]=u}static multiplyQuaternionsFlat(t,e,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],u=r[o],d=r[o+1],f=r[o+2],m=r[o+3];return t[e]=a*m+h*u+l*f-c*d,t[e+1]=l*m+h*d+c*u-a*f,t[e+2]=c*m+h*f+a*d-l*u,t[e+3]=h*m-a*u-l*d-c*f,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,n,s){return this._x=t,this._y=e,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let n=t._x,s=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),u=a(r/2),d=l(n/2),f=l(s/2),m=l(r/2);switch(o){case"XYZ":this._x=d*h*u+c*f*m,this._y=c*f*u-d*h*m,this._z=c*h*m+d*f*u,this._w=c*h*u-d*f*m;break;case"YXZ":this._x=d*h*u+c*f*m,this._y=c*f*u-d*h*m,this._z=c*h*m-d*f*u,this._w=c*h*u+d*f*m;break;case"ZXY":this._x=d*h*u-c*f*m,this._y=c*f*u+d*h*m,this._z=c*h*m+d*f*u,this._w=c*h*u-d*f*m;break;case"ZYX":this._x=d*h*u-c*f*m,this._y=c*f*u+d*h*m,this._z=c*h*m-d*f*u,this._w=c*h*u+d*f*m;break;case"YZX":this._x=d*h*u+c*f*m,this._y=c*f*u+d*h*m,this._z=c*h*m-d*f*u,this._w=c*h*u-d*f*m;break;case"XZY":this._x=d*h*u-c*f*m,this._y=c*f*u-d*h*m,this._z=c*h*m+d*f*u,this._w=c*h*u+d*f*m;break;default:te("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let n=e/2,s=Math.sin(n);return this._x=t.x*s,this._y=t.y*s,this._z=t.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,n=e[0],s=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],h=e[6],u=e[10],d=n+a+u;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(o-s)*f}else if(n>a&&n>u){let f=2*Math.sqrt(1+n-a-u);this._w=(h-l)/f,this._x=.25*f,this._y=(s+o)/f,this._z=(r+c)/f}else if(a>u){let f=2*Math.sqrt(1+a-n-u);this._w=(r-c)/f,this._x=(s+o)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+u-n-a);this._w=(o-s)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<1e-8?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(de(this.dot(t),-1,1)))}rotateTowards(t,e){let n=this.angleTo(t);if(n===0)return this;let s=Math.min(1,e/n);return this.slerp(t,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,h=e._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=this.dot(t);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-e;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,e=Math.sin(e*c)/h,this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this._onChangeCallback()}else this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this.normalize();return this}slerpQuaternions(t,e,n){return this.copy(t).slerp(e,n)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(t),s*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},Wd=class Wd{constructor(t=0,e=0,n=0){this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("THREE.Vector3: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(Rp.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(Rp.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[3]*n+r[6]*s,this.y=r[1]*e+r[4]*n+r[7]*s,this.z=r[2]*e+r[5]*n+r[8]*s,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(t){let e=this.x,n=this.y,s=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*s-a*n),h=2*(a*e-r*s),u=2*(r*n-o*e);return this.x=e+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=s+l*u+r*h-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[4]*n+r[8]*s,this.y=r[1]*e+r[5]*n+r[9]*s,this.z=r[2]*e+r[6]*n+r[10]*s,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=de(this.x,t.x,e.x),this.y=de(this.y,t.y,e.y),this.z=de(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=de(this.x,t,e),this.y=de(this.y,t,e),this.z=de(this.z,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(de(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let n=t.x,s=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let n=t.dot(this)/e;return this.copy(t).multiplyScalar(n)}projectOnPlane(t){return wu.copy(this).projectOnVector(t),this.sub(wu)}reflect(t){return this.sub(wu.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(de(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y,s=this.z-t.z;return e*e+n*n+s*s}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){let s=Math.sin(e)*t;return this.x=s*Math.sin(n),this.y=Math.cos(e)*t,this.z=s*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),s=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=s,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}};Wd.prototype.isVector3=!0;var R=Wd,wu=new R,Rp=new Ee,Xd=class Xd{constructor(t,e,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c)}set(t,e,n,s,r,o,a,l,c){let h=this.elements;return h[0]=t,h[1]=s,h[2]=a,h[3]=e,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],d=n[2],f=n[5],m=n[8],_=s[0],p=s[3],g=s[6],v=s[1],E=s[4],S=s[7],C=s[2],A=s[5],y=s[8];return r[0]=o*_+a*v+l*C,r[3]=o*p+a*E+l*A,r[6]=o*g+a*S+l*y,r[1]=c*_+h*v+u*C,r[4]=c*p+h*E+u*A,r[7]=c*g+h*S+u*y,r[2]=d*_+f*v+m*C,r[5]=d*p+f*E+m*A,r[8]=d*g+f*S+m*y,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8];return e*o*h-e*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=h*o-a*c,d=a*l-h*r,f=c*r-o*l,m=e*u+n*d+s*f;if(m===0)return this.set(0,0,0,0,0,0,0,0,0);let _=1/m;return t[0]=u*_,t[1]=(s*c-h*n)*_,t[2]=(a*n-s*o)*_,t[3]=d*_,t[4]=(h*e-s*l)*_,t[5]=(s*r-a*e)*_,t[6]=f*_,t[7]=(n*l-c*e)*_,t[8]=(o*e-n*r)*_,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+t,-s*c,s*l,-s*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return la("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(Eu.makeScale(t,e)),this}rotate(t){return la("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(Eu.makeRotation(-t)),this}translate(t,e){return la("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(Eu.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<9;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}};Xd.prototype.isMatrix3=!0;var fe=Xd,Eu=new fe,Cp=new fe().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Pp=new fe().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function xx(){let i={enabled:!0,workingColorSpace:pa,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Oe&&(s.r=Ms(s.r),s.g=Ms(s.g),s.b=Ms(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Oe&&(s.r=fo(s.r),s.g=fo(s.g),s.b=fo(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===Ps?ma:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[pa]:{primaries:t,whitePoint:n,transfer:ma,toXYZ:Cp,fromXYZ:Pp,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:Zn},outputColorSpaceConfig:{drawingBufferColorSpace:Zn}},[Zn]:{primaries:t,whitePoint:n,transfer:Oe,toXYZ:Cp,fromXYZ:Pp,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:Zn}}}),i}var Re=xx();function Ms(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function fo(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var Kr,rc=class{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let n;if(t instanceof HTMLCanvasElement)n=t;else{Kr===void 0&&(Kr=ga("canvas")),Kr.width=t.width,Kr.height=t.height;let s=Kr.getContext("2d");t instanceof ImageData?s.putImageData(t,0,0):s.drawImage(t,0,0,t.width,t.height),n=Kr}return n.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=ga("canvas");e.width=t.width,e.height=t.height;let n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);let s=n.getImageData(0,0,t.width,t.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=Ms(r[o]/255)*255;return n.putImageData(s,0,0),e}else if(t.data){let e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(Ms(e[n]/255)*255):e[n]=Ms(e[n]);return{data:e,width:t.width,height:t.height}}else return te("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},yx=0,xo=class{constructor(t=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:yx++}),this.uuid=Is(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){let e=this.data;return typeof HTMLVideoElement<"u"&&e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):typeof VideoFrame<"u"&&e instanceof VideoFrame?t.set(e.displayWidth,e.displayHeight,0):e!==null?t.set(e.width||0,e.height||0,e.depth||0):t.set(0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(Tu(s[o].image)):r.push(Tu(s[o]))}else r=Tu(s);n.url=r}return e||(t.images[this.uuid]=n),n}};function Tu(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?rc.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(te("Texture: Unable to serialize Texture."),{})}var vx=0,Au=new R,jn=class i extends Ni{constructor(t=i.DEFAULT_IMAGE,e=i.DEFAULT_MAPPING,n=is,s=is,r=Kn,o=Rs,a=zi,l=ii,c=i.DEFAULT_ANISOTROPY,h=Ps){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:vx++}),this.uuid=Is(),this.name="",this.source=new xo(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new pt(0,0),this.repeat=new pt(1,1),this.center=new pt(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new fe,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(Au).x}get height(){return this.source.getSize(Au).y}get depth(){return this.source.getSize(Au).z}get image(){return this.source.data}set image(t){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.normalized=t.normalized,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.mipmapsAutoUpdate=t.mipmapsAutoUpdate,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isPMREMTexture=t.isPMREMTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(let e in t){let n=t[e];if(n===void 0){te(`Texture.setValues(): parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){te(`Texture.setValues(): property '${e}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==vd)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case nc:t.x=t.x-Math.floor(t.x);break;case is:t.x=t.x<0?0:1;break;case ic:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case nc:t.y=t.y-Math.floor(t.y);break;case is:t.y=t.y<0?0:1;break;case ic:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};jn.DEFAULT_IMAGE=null;jn.DEFAULT_MAPPING=vd;jn.DEFAULT_ANISOTROPY=1;var qd=class qd{constructor(t=0,e=0,n=0,s=1){this.x=t,this.y=e,this.z=n,this.w=s}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,s){return this.x=t,this.y=e,this.z=n,this.w=s,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("THREE.Vector4: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*s+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,s,r,l=t.elements,c=l[0],h=l[4],u=l[8],d=l[1],f=l[5],m=l[9],_=l[2],p=l[6],g=l[10];if(Math.abs(h-d)<.01&&Math.abs(u-_)<.01&&Math.abs(m-p)<.01){if(Math.abs(h+d)<.1&&Math.abs(u+_)<.1&&Math.abs(m+p)<.1&&Math.abs(c+f+g-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let E=(c+1)/2,S=(f+1)/2,C=(g+1)/2,A=(h+d)/4,y=(u+_)/4,T=(m+p)/4;return E>S&&E>C?E<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(E),s=A/n,r=y/n):S>C?S<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(S),n=A/s,r=T/s):C<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(C),n=y/r,s=T/r),this.set(n,s,r,e),this}let v=Math.sqrt((p-m)*(p-m)+(u-_)*(u-_)+(d-h)*(d-h));return Math.abs(v)<.001&&(v=1),this.x=(p-m)/v,this.y=(u-_)/v,this.z=(d-h)/v,this.w=Math.acos((c+f+g-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=de(this.x,t.x,e.x),this.y=de(this.y,t.y,e.y),this.z=de(this.z,t.z,e.z),this.w=de(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=de(this.x,t,e),this.y=de(this.y,t,e),this.z=de(this.z,t,e),this.w=de(this.w,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(de(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}};qd.prototype.isVector4=!0;var Be=qd,oc=class extends Ni{constructor(t=1,e=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Kn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=n.depth,this.scissor=new Be(0,0,t,e),this.scissorTest=!1,this.viewport=new Be(0,0,t,e),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new jn({width:t,height:e,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(t={}){let e={minFilter:Kn,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.mipmapsAutoUpdate!==void 0&&(e.mipmapsAutoUpdate=t.mipmapsAutoUpdate),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),t!==null&&t.renderTarget===null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=t,this.textures[s].image.height=e,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,n=t.textures.length;e<n;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;let s=Object.assign({},t.textures[e].image);this.textures[e].source=new xo(s)}if(this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveColorBuffer=t.resolveColorBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,this.storeMultisampledColorBuffer=t.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=t.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=t.storeMultisampledStencilBuffer,t.depthTexture!==null)if(t.depthTexture.renderTarget===t){let e=t.depthTexture.clone();e.renderTarget=null,this.depthTexture=e}else this.depthTexture=t.depthTexture;else this.depthTexture=null;return this.samples=t.samples,this.multiview=t.multiview,this.useArrayDepthTexture=t.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},mi=class extends oc{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}},xa=class extends jn{constructor(t=null,e=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Rn,this.minFilter=Rn,this.wrapR=is,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var ac=class extends jn{constructor(t=null,e=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=Rn,this.minFilter=Rn,this.wrapR=is,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}};var Fc=class Fc{constructor(t,e,n,s,r,o,a,l,c,h,u,d,f,m,_,p){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c,h,u,d,f,m,_,p)}set(t,e,n,s,r,o,a,l,c,h,u,d,f,m,_,p){let g=this.elements;return g[0]=t,g[4]=e,g[8]=n,g[12]=s,g[1]=r,g[5]=o,g[9]=a,g[13]=l,g[2]=c,g[6]=h,g[10]=u,g[14]=d,g[3]=f,g[7]=m,g[11]=_,g[15]=p,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new Fc().fromArray(this.elements)}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){let e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=n[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return this.determinantAffine()===0?(t.set(1,0,0),e.set(0,1,0),n.set(0,0,1),this):(t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,0,0,0,1),this}extractRotation(t){if(t.determinantAffine()===0)return this.identity();let e=this.elements,n=t.elements,s=1/jr.setFromMatrixColumn(t,0).length(),r=1/jr.setFromMatrixColumn(t,1).length(),o=1/jr.setFromMatrixColumn(t,2).length();return e[0]=n[0]*s,e[1]=n[1]*s,e[2]=n[2]*s,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,n=t.x,s=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),u=Math.sin(r);if(t.order==="XYZ"){let d=o*h,f=o*u,m=a*h,_=a*u;e[0]=l*h,e[4]=-l*u,e[8]=c,e[1]=f+m*c,e[5]=d-_*c,e[9]=-a*l,e[2]=_-d*c,e[6]=m+f*c,e[10]=o*l}else if(t.order==="YXZ"){let d=l*h,f=l*u,m=c*h,_=c*u;e[0]=d+_*a,e[4]=m*a-f,e[8]=o*c,e[1]=o*u,e[5]=o*h,e[9]=-a,e[2]=f*a-m,e[6]=_+d*a,e[10]=o*l}else if(t.order==="ZXY"){let d=l*h,f=l*u,m=c*h,_=c*u;e[0]=d-_*a,e[4]=-o*u,e[8]=m+f*a,e[1]=f+m*a,e[5]=o*h,e[9]=_-d*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let d=o*h,f=o*u,m=a*h,_=a*u;e[0]=l*h,e[4]=m*c-f,e[8]=d*c+_,e[1]=l*u,e[5]=_*c+d,e[9]=f*c-m,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let d=o*l,f=o*c,m=a*l,_=a*c;e[0]=l*h,e[4]=_-d*u,e[8]=m*u+f,e[1]=u,e[5]=o*h,e[9]=-a*h,e[2]=-c*h,e[6]=f*u+m,e[10]=d-_*u}else if(t.order==="XZY"){let d=o*l,f=o*c,m=a*l,_=a*c;e[0]=l*h,e[4]=-u,e[8]=c*h,e[1]=d*u+_,e[5]=o*h,e[9]=f*u-m,e[2]=m*u-f,e[6]=a*h,e[10]=_*u+d}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(Sx,t,Mx)}lookAt(t,e,n){let s=this.elements;return ui.subVectors(t,e),ui.lengthSq()===0&&(ui.z=1),ui.normalize(),Hs.crossVectors(n,ui),Hs.lengthSq()===0&&(Math.abs(n.z)===1?ui.x+=1e-4:ui.z+=1e-4,ui.normalize(),Hs.crossVectors(n,ui)),Hs.normalize(),Ml.crossVectors(ui,Hs),s[0]=Hs.x,s[4]=Ml.x,s[8]=ui.x,s[1]=Hs.y,s[5]=Ml.y,s[9]=ui.y,s[2]=Hs.z,s[6]=Ml.z,s[10]=ui.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],d=n[9],f=n[13],m=n[2],_=n[6],p=n[10],g=n[14],v=n[3],E=n[7],S=n[11],C=n[15],A=s[0],y=s[4],T=s[8],O=s[12],L=s[1],D=s[5],z=s[9],G=s[13],N=s[2],H=s[6],q=s[10],V=s[14],ct=s[3],Z=s[7],j=s[11],tt=s[15];return r[0]=o*A+a*L+l*N+c*ct,r[4]=o*y+a*D+l*H+c*Z,r[8]=o*T+a*z+l*q+c*j,r[12]=o*O+a*G+l*V+c*tt,r[1]=h*A+u*L+d*N+f*ct,r[5]=h*y+u*D+d*H+f*Z,r[9]=h*T+u*z+d*q+f*j,r[13]=h*O+u*G+d*V+f*tt,r[2]=m*A+_*L+p*N+g*ct,r[6]=m*y+_*D+p*H+g*Z,r[10]=m*T+_*z+p*q+g*j,r[14]=m*O+_*G+p*V+g*tt,r[3]=v*A+E*L+S*N+C*ct,r[7]=v*y+E*D+S*H+C*Z,r[11]=v*T+E*z+S*q+C*j,r[15]=v*O+E*G+S*V+C*tt,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],h=t[2],u=t[6],d=t[10],f=t[14],m=t[3],_=t[7],p=t[11],g=t[15],v=l*f-c*d,E=a*f-c*u,S=a*d-l*u,C=o*f-c*h,A=o*d-l*h,y=o*u-a*h;return e*(_*v-p*E+g*S)-n*(m*v-p*C+g*A)+s*(m*E-_*C+g*y)-r*(m*S-_*A+p*y)}determinantAffine(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[1],o=t[5],a=t[9],l=t[2],c=t[6],h=t[10];return e*(o*h-a*c)-n*(r*h-a*l)+s*(r*c-o*l)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){let s=this.elements;return t.isVector3?(s[12]=t.x,s[13]=t.y,s[14]=t.z):(s[12]=t,s[13]=e,s[14]=n),this}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=t[9],d=t[10],f=t[11],m=t[12],_=t[13],p=t[14],g=t[15],v=e*a-n*o,E=e*l-s*o,S=e*c-r*o,C=n*l-s*a,A=n*c-r*a,y=s*c-r*l,T=h*_-u*m,O=h*p-d*m,L=h*g-f*m,D=u*p-d*_,z=u*g-f*_,G=d*g-f*p,N=v*G-E*z+S*D+C*L-A*O+y*T;if(N===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let H=1/N;return t[0]=(a*G-l*z+c*D)*H,t[1]=(s*z-n*G-r*D)*H,t[2]=(_*y-p*A+g*C)*H,t[3]=(d*A-u*y-f*C)*H,t[4]=(l*L-o*G-c*O)*H,t[5]=(e*G-s*L+r*O)*H,t[6]=(p*S-m*y-g*E)*H,t[7]=(h*y-d*S+f*E)*H,t[8]=(o*z-a*L+c*T)*H,t[9]=(n*L-e*z-r*T)*H,t[10]=(m*A-_*S+g*v)*H,t[11]=(u*S-h*A-f*v)*H,t[12]=(a*O-o*D-l*T)*H,t[13]=(e*D-n*O+s*T)*H,t[14]=(_*E-m*C-p*v)*H,t[15]=(h*C-u*E+d*v)*H,this}scale(t){let e=this.elements,n=t.x,s=t.y,r=t.z;return e[0]*=n,e[4]*=s,e[8]*=r,e[1]*=n,e[5]*=s,e[9]*=r,e[2]*=n,e[6]*=s,e[10]*=r,e[3]*=n,e[7]*=s,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],s=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,s))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),n=Math.sin(t);return this.set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let n=Math.cos(e),s=Math.sin(e),r=1-n,o=t.x,a=t.y,l=t.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,s,r,o){return this.set(1,n,r,0,t,1,o,0,e,s,1,0,0,0,0,1),this}compose(t,e,n){let s=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,h=o+o,u=a+a,d=r*c,f=r*h,m=r*u,_=o*h,p=o*u,g=a*u,v=l*c,E=l*h,S=l*u,C=n.x,A=n.y,y=n.z;return s[0]=(1-(_+g))*C,s[1]=(f+S)*C,s[2]=(m-E)*C,s[3]=0,s[4]=(f-S)*A,s[5]=(1-(d+g))*A,s[6]=(p+v)*A,s[7]=0,s[8]=(m+E)*y,s[9]=(p-v)*y,s[10]=(1-(d+_))*y,s[11]=0,s[12]=t.x,s[13]=t.y,s[14]=t.z,s[15]=1,this}decompose(t,e,n){let s=this.elements;t.x=s[12],t.y=s[13],t.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),e.identity(),this;let o=jr.set(s[0],s[1],s[2]).length(),a=jr.set(s[4],s[5],s[6]).length(),l=jr.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Ii.copy(this);let c=1/o,h=1/a,u=1/l;return Ii.elements[0]*=c,Ii.elements[1]*=c,Ii.elements[2]*=c,Ii.elements[4]*=h,Ii.elements[5]*=h,Ii.elements[6]*=h,Ii.elements[8]*=u,Ii.elements[9]*=u,Ii.elements[10]*=u,e.setFromRotationMatrix(Ii),n.x=o,n.y=a,n.z=l,this}makePerspective(t,e,n,s,r,o,a=bi,l=!1){let c=this.elements,h=2*r/(e-t),u=2*r/(n-s),d=(e+t)/(e-t),f=(n+s)/(n-s),m,_;if(l)m=r/(o-r),_=o*r/(o-r);else if(a===bi)m=-(o+r)/(o-r),_=-2*o*r/(o-r);else if(a===mo)m=-o/(o-r),_=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=m,c[14]=_,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(t,e,n,s,r,o,a=bi,l=!1){let c=this.elements,h=2/(e-t),u=2/(n-s),d=-(e+t)/(e-t),f=-(n+s)/(n-s),m,_;if(l)m=1/(o-r),_=o/(o-r);else if(a===bi)m=-2/(o-r),_=-(o+r)/(o-r);else if(a===mo)m=-1/(o-r),_=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=m,c[14]=_,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<16;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}};Fc.prototype.isMatrix4=!0;var Ie=Fc,jr=new R,Ii=new Ie,Sx=new R(0,0,0),Mx=new R(1,1,1),Hs=new R,Ml=new R,ui=new R,Ip=new Ie,Lp=new Ee,ws=class i{constructor(t=0,e=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=s}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,s=this._order){return this._x=t,this._y=e,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){let s=t.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],u=s[2],d=s[6],f=s[10];switch(e){case"XYZ":this._y=Math.asin(de(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-de(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(de(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-de(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(de(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-de(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:te("Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return Ip.makeRotationFromQuaternion(t),this.setFromRotationMatrix(Ip,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return Lp.setFromEuler(this),this.setFromQuaternion(Lp,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};ws.DEFAULT_ORDER="XYZ";var yo=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},bx=0,Dp=new R,Qr=new Ee,_s=new Ie,bl=new R,na=new R,wx=new R,Ex=new Ee,Np=new R(1,0,0),Up=new R(0,1,0),Fp=new R(0,0,1),Op={type:"added"},Tx={type:"removed"},to={type:"childadded",child:null},Ru={type:"childremoved",child:null},In=class i extends Ni{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:bx++}),this.uuid=Is(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let t=new R,e=new ws,n=new Ee,s=new R(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Ie},normalMatrix:{value:new fe}}),this.matrix=new Ie,this.matrixWorld=new Ie,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new yo,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return Qr.setFromAxisAngle(t,e),this.quaternion.multiply(Qr),this}rotateOnWorldAxis(t,e){return Qr.setFromAxisAngle(t,e),this.quaternion.premultiply(Qr),this}rotateX(t){return this.rotateOnAxis(Np,t)}rotateY(t){return this.rotateOnAxis(Up,t)}rotateZ(t){return this.rotateOnAxis(Fp,t)}translateOnAxis(t,e){return Dp.copy(t).applyQuaternion(this.quaternion),this.position.add(Dp.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(Np,t)}translateY(t){return this.translateOnAxis(Up,t)}translateZ(t){return this.translateOnAxis(Fp,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(_s.copy(this.matrixWorld).invert())}lookAt(t,e,n){t.isVector3?bl.copy(t):bl.set(t,e,n);let s=this.parent;this.updateWorldMatrix(!0,!1),na.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?_s.lookAt(na,bl,this.up):_s.lookAt(bl,na,this.up),this.quaternion.setFromRotationMatrix(_s),s&&(_s.extractRotation(s.matrixWorld),Qr.setFromRotationMatrix(_s),this.quaternion.premultiply(Qr.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(oe("Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(Op),to.child=t,this.dispatchEvent(to),to.child=null):oe("Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(Tx),Ru.child=t,this.dispatchEvent(Ru),Ru.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),_s.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),_s.multiply(t.parent.matrixWorld)),t.applyMatrix4(_s),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(Op),to.child=t,this.dispatchEvent(to),to.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(na,t,wx),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(na,Ex,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(t){t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let t=this.pivot;if(t!==null){let e=t.x,n=t.y,s=t.z,r=this.matrix.elements;r[12]+=e-r[0]*e-r[4]*n-r[8]*s,r[13]+=n-r[1]*e-r[5]*n-r[9]*s,r[14]+=s-r[2]*e-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e,n=!1){let s=this.parent;if(t===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),e===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(t){let e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(t),s.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(t.shapes,u)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));s.material=a}else s.material=r(t.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),h=o(t.images),u=o(t.shapes),d=o(t.skeletons),f=o(t.animations),m=o(t.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),d.length>0&&(n.skeletons=d),f.length>0&&(n.animations=f),m.length>0&&(n.nodes=m)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.pivot=t.pivot!==null?t.pivot.clone():null,this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.static=t.static,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){let s=t.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};In.DEFAULT_UP=new R(0,1,0);In.DEFAULT_MATRIX_AUTO_UPDATE=!0;In.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var Ge=class extends In{constructor(){super(),this.isGroup=!0,this.type="Group"}},Ax={type:"move"},vo=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new Ge,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new Ge,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new R,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new R),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new Ge,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new R,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new R,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let _ of t.hand.values()){let p=e.getJointPose(_,n),g=this._getHandJoint(c,_);p!==null&&(g.matrix.fromArray(p.transform.matrix),g.matrix.decompose(g.position,g.quaternion,g.scale),g.matrixWorldNeedsUpdate=!0,g.jointRadius=p.radius),g.visible=p!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],d=h.position.distanceTo(u.position),f=.02,m=.005;c.inputState.pinching&&d>f+m?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&d<=f-m&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:t,target:this})));a!==null&&(s=e.getPose(t.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(Ax)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let n=new Ge;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}},Ym={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Gs={h:0,s:0,l:0},wl={h:0,s:0,l:0};function Cu(i,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?i+(t-i)*6*e:e<1/2?t:e<2/3?i+(t-i)*6*(2/3-e):i}var pe=class{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){let s=t;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=Zn){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,Re.colorSpaceToWorking(this,e),this}setRGB(t,e,n,s=Re.workingColorSpace){return this.r=t,this.g=e,this.b=n,Re.colorSpaceToWorking(this,s),this}setHSL(t,e,n,s=Re.workingColorSpace){if(t=Nd(t,1),e=de(e,0,1),n=de(n,0,1),e===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.r=Cu(o,r,t+1/3),this.g=Cu(o,r,t),this.b=Cu(o,r,t-1/3)}return Re.colorSpaceToWorking(this,s),this}setStyle(t,e=Zn){function n(r){r!==void 0&&parseFloat(r)<1&&te("Color: Alpha component of "+t+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,e);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:te("Color: Unknown color model "+t)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);te("Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=Zn){let n=Ym[t.toLowerCase()];return n!==void 0?this.setHex(n,e):te("Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=Ms(t.r),this.g=Ms(t.g),this.b=Ms(t.b),this}copyLinearToSRGB(t){return this.r=fo(t.r),this.g=fo(t.g),this.b=fo(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=Zn){return Re.workingToColorSpace(zn.copy(this),t),Math.round(de(zn.r*255,0,255))*65536+Math.round(de(zn.g*255,0,255))*256+Math.round(de(zn.b*255,0,255))}getHexString(t=Zn){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=Re.workingColorSpace){Re.workingToColorSpace(zn.copy(this),e);let n=zn.r,s=zn.g,r=zn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(s-r)/u+(s<r?6:0);break;case s:l=(r-n)/u+2;break;case r:l=(n-s)/u+4;break}l/=6}return t.h=l,t.s=c,t.l=h,t}getRGB(t,e=Re.workingColorSpace){return Re.workingToColorSpace(zn.copy(this),e),t.r=zn.r,t.g=zn.g,t.b=zn.b,t}getStyle(t=Zn){Re.workingToColorSpace(zn.copy(this),t);let e=zn.r,n=zn.g,s=zn.b;return t!==Zn?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(t,e,n){return this.getHSL(Gs),this.setHSL(Gs.h+t,Gs.s+e,Gs.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(Gs),t.getHSL(wl);let n=ha(Gs.h,wl.h,e),s=ha(Gs.s,wl.s,e),r=ha(Gs.l,wl.l,e);return this.setHSL(n,s,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,n=this.g,s=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*s,this.g=r[1]*e+r[4]*n+r[7]*s,this.b=r[2]*e+r[5]*n+r[8]*s,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},zn=new pe;pe.NAMES=Ym;var ya=class extends In{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new ws,this.environmentIntensity=1,this.environmentRotation=new ws,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),this.background=t.background!==null?t.background.clone():null,this.environment=t.environment!==null?t.environment.clone():null,this.fog=t.fog!==null?t.fog.clone():null,this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),this.overrideMaterial=t.overrideMaterial!==null?t.overrideMaterial.clone():null,this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),e.object.backgroundBlurriness=this.backgroundBlurriness,e.object.backgroundIntensity=this.backgroundIntensity,e.object.backgroundRotation=this.backgroundRotation.toArray(),e.object.environmentIntensity=this.environmentIntensity,e.object.environmentRotation=this.environmentRotation.toArray(),e}},Li=new R,xs=new R,Pu=new R,ys=new R,eo=new R,no=new R,Bp=new R,Iu=new R,Lu=new R,Du=new R,Nu=new Be,Uu=new Be,Fu=new Be,ns=class i{constructor(t=new R,e=new R,n=new R){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,s){s.subVectors(n,e),Li.subVectors(t,e),s.cross(Li);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(t,e,n,s,r){Li.subVectors(s,e),xs.subVectors(n,e),Pu.subVectors(t,e);let o=Li.dot(Li),a=Li.dot(xs),l=Li.dot(Pu),c=xs.dot(xs),h=xs.dot(Pu),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let d=1/u,f=(c*l-a*h)*d,m=(o*h-a*l)*d;return r.set(1-f-m,m,f)}static containsPoint(t,e,n,s){return this.getBarycoord(t,e,n,s,ys)===null?!1:ys.x>=0&&ys.y>=0&&ys.x+ys.y<=1}static getInterpolation(t,e,n,s,r,o,a,l){return this.getBarycoord(t,e,n,s,ys)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,ys.x),l.addScaledVector(o,ys.y),l.addScaledVector(a,ys.z),l)}static getInterpolatedAttribute(t,e,n,s,r,o){return Nu.setScalar(0),Uu.setScalar(0),Fu.setScalar(0),Nu.fromBufferAttribute(t,e),Uu.fromBufferAttribute(t,n),Fu.fromBufferAttribute(t,s),o.setScalar(0),o.addScaledVector(Nu,r.x),o.addScaledVector(Uu,r.y),o.addScaledVector(Fu,r.z),o}static isFrontFacing(t,e,n,s){return Li.subVectors(n,e),xs.subVectors(t,e),Li.cross(xs).dot(s)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,s){return this.a.copy(t[e]),this.b.copy(t[n]),this.c.copy(t[s]),this}setFromAttributeAndIndices(t,e,n,s){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,s),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return Li.subVectors(this.c,this.b),xs.subVectors(this.a,this.b),Li.cross(xs).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return i.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return i.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,s,r){return i.getInterpolation(t,this.a,this.b,this.c,e,n,s,r)}containsPoint(t){return i.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return i.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let n=this.a,s=this.b,r=this.c,o,a;eo.subVectors(s,n),no.subVectors(r,n),Iu.subVectors(t,n);let l=eo.dot(Iu),c=no.dot(Iu);if(l<=0&&c<=0)return e.copy(n);Lu.subVectors(t,s);let h=eo.dot(Lu),u=no.dot(Lu);if(h>=0&&u<=h)return e.copy(s);let d=l*u-h*c;if(d<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),e.copy(n).addScaledVector(eo,o);Du.subVectors(t,r);let f=eo.dot(Du),m=no.dot(Du);if(m>=0&&f<=m)return e.copy(r);let _=f*c-l*m;if(_<=0&&c>=0&&m<=0)return a=c/(c-m),e.copy(n).addScaledVector(no,a);let p=h*m-f*u;if(p<=0&&u-h>=0&&f-m>=0)return Bp.subVectors(r,s),a=(u-h)/(u-h+(f-m)),e.copy(s).addScaledVector(Bp,a);let g=1/(p+_+d);return o=_*g,a=d*g,e.copy(n).addScaledVector(eo,o).addScaledVector(no,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},Cn=class{constructor(t=new R(1/0,1/0,1/0),e=new R(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(Di.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(Di.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let n=Di.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let n=t.geometry;if(n!==void 0){let r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0&&t.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,Di):Di.fromBufferAttribute(r,o),Di.applyMatrix4(t.matrixWorld),this.expandByPoint(Di);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),El.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),El.copy(n.boundingBox)),El.applyMatrix4(t.matrixWorld),this.union(El)}let s=t.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,Di),Di.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(ia),Tl.subVectors(this.max,ia),io.subVectors(t.a,ia),so.subVectors(t.b,ia),ro.subVectors(t.c,ia),Ws.subVectors(so,io),Xs.subVectors(ro,so),hr.subVectors(io,ro);let e=[0,-Ws.z,Ws.y,0,-Xs.z,Xs.y,0,-hr.z,hr.y,Ws.z,0,-Ws.x,Xs.z,0,-Xs.x,hr.z,0,-hr.x,-Ws.y,Ws.x,0,-Xs.y,Xs.x,0,-hr.y,hr.x,0];return!Ou(e,io,so,ro,Tl)||(e=[1,0,0,0,1,0,0,0,1],!Ou(e,io,so,ro,Tl))?!1:(Al.crossVectors(Ws,Xs),e=[Al.x,Al.y,Al.z],Ou(e,io,so,ro,Tl))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,Di).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(Di).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(vs[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),vs[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),vs[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),vs[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),vs[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),vs[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),vs[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),vs[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(vs),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.fromArray(t.min),this.max.fromArray(t.max),this}},vs=[new R,new R,new R,new R,new R,new R,new R,new R],Di=new R,El=new Cn,io=new R,so=new R,ro=new R,Ws=new R,Xs=new R,hr=new R,ia=new R,Tl=new R,Al=new R,ur=new R;function Ou(i,t,e,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){ur.fromArray(i,r);let a=s.x*Math.abs(ur.x)+s.y*Math.abs(ur.y)+s.z*Math.abs(ur.z),l=t.dot(ur),c=e.dot(ur),h=n.dot(ur);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var mn=new R,Rl=new pt,Rx=0,pi=class extends Ni{constructor(t,e,n=!1){if(super(),Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:Rx++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=Id,this.updateRanges=[],this.gpuType=Bi,this.version=0,this._normalizationScale=t!==void 0?bh(t):void 0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this._normalizationScale=t._normalizationScale,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[t+s]=e.array[n+s];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)Rl.fromBufferAttribute(this,e),Rl.applyMatrix3(t),this.setXY(e,Rl.x,Rl.y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)mn.fromBufferAttribute(this,e),mn.applyMatrix3(t),this.setXYZ(e,mn.x,mn.y,mn.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)mn.fromBufferAttribute(this,e),mn.applyMatrix4(t),this.setXYZ(e,mn.x,mn.y,mn.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)mn.fromBufferAttribute(this,e),mn.applyNormalMatrix(t),this.setXYZ(e,mn.x,mn.y,mn.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)mn.fromBufferAttribute(this,e),mn.transformDirection(t),this.setXYZ(e,mn.x,mn.y,mn.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=this._denormalize(e)),e}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=this._denormalize(e)),e}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=this._denormalize(e)),e}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=this._denormalize(e)),e}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,s){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return t.name=this.name,t.usage=this.usage,t.gpuType=this.gpuType,t}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):Fd(t,this.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):Od(t,this.array)}};var pr=class extends pi{constructor(t,e,n){super(new Uint16Array(t),e,n)}};var mr=class extends pi{constructor(t,e,n){super(new Uint32Array(t),e,n)}};var _e=class extends pi{constructor(t,e,n){super(new Float32Array(t),e,n)}},Cx=new Cn,sa=new R,Bu=new R,Ui=class{constructor(t=new R,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let n=this.center;e!==void 0?n.copy(e):Cx.setFromPoints(t).getCenter(n);let s=0;for(let r=0,o=t.length;r<o;r++)s=Math.max(s,n.distanceToSquared(t[r]));return this.radius=Math.sqrt(s),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;sa.subVectors(t,this.center);let e=sa.lengthSq();if(e>this.radius*this.radius){let n=Math.sqrt(e),s=(n-this.radius)*.5;this.center.addScaledVector(sa,s/n),this.radius+=s}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(Bu.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(sa.copy(t.center).add(Bu)),this.expandByPoint(sa.copy(t.center).sub(Bu))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}},Px=0,Mi=new Ie,ku=new In,oo=new R,di=new Cn,ra=new Cn,An=new R,en=class i extends Ni{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:Px++}),this.uuid=Is(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(ex(t)?mr:pr)(t,1):this.index=t,this}setIndirect(t,e=0){return this.indirect=t,this.indirectOffset=e,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new fe().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(t),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(t){return Mi.makeRotationFromQuaternion(t),this.applyMatrix4(Mi),this}rotateX(t){return Mi.makeRotationX(t),this.applyMatrix4(Mi),this}rotateY(t){return Mi.makeRotationY(t),this.applyMatrix4(Mi),this}rotateZ(t){return Mi.makeRotationZ(t),this.applyMatrix4(Mi),this}translate(t,e,n){return Mi.makeTranslation(t,e,n),this.applyMatrix4(Mi),this}scale(t,e,n){return Mi.makeScale(t,e,n),this.applyMatrix4(Mi),this}lookAt(t){return ku.lookAt(t),ku.updateMatrix(),this.applyMatrix4(ku.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(oo).negate(),this.translate(oo.x,oo.y,oo.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let n=[];for(let s=0,r=t.length;s<r;s++){let o=t[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new _e(n,3))}else{let n=Math.min(t.length,e.count);for(let s=0;s<n;s++){let r=t[s];e.setXYZ(s,r.x,r.y,r.z||0)}t.length>e.count&&te("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Cn);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){oe("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new R(-1/0,-1/0,-1/0),new R(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,s=e.length;n<s;n++){let r=e[n];di.setFromBufferAttribute(r),this.morphTargetsRelative?(An.addVectors(this.boundingBox.min,di.min),this.boundingBox.expandByPoint(An),An.addVectors(this.boundingBox.max,di.max),this.boundingBox.expandByPoint(An)):(this.boundingBox.expandByPoint(di.min),this.boundingBox.expandByPoint(di.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&oe('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Ui);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){oe("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new R,1/0);return}if(t){let n=this.boundingSphere.center;if(di.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];ra.setFromBufferAttribute(a),this.morphTargetsRelative?(An.addVectors(di.min,ra.min),di.expandByPoint(An),An.addVectors(di.max,ra.max),di.expandByPoint(An)):(di.expandByPoint(ra.min),di.expandByPoint(ra.max))}di.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)An.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(An));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)An.fromBufferAttribute(a,c),l&&(oo.fromBufferAttribute(t,c),An.add(oo)),s=Math.max(s,n.distanceToSquared(An))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&oe('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){oe("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=e.position,s=e.normal,r=e.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new pi(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let O=0;O<n.count;O++)a[O]=new R,l[O]=new R;let h=new R,u=new R,d=new R,f=new pt,m=new pt,_=new pt,p=new R,g=new R;function v(O,L,D){c[O]=c[L]=c[D]=1,h.fromBufferAttribute(n,O),u.fromBufferAttribute(n,L),d.fromBufferAttribute(n,D),f.fromBufferAttribute(r,O),m.fromBufferAttribute(r,L),_.fromBufferAttribute(r,D),u.sub(h),d.sub(h),m.sub(f),_.sub(f);let z=1/(m.x*_.y-_.x*m.y);isFinite(z)&&(p.copy(u).multiplyScalar(_.y).addScaledVector(d,-m.y).multiplyScalar(z),g.copy(d).multiplyScalar(m.x).addScaledVector(u,-_.x).multiplyScalar(z),a[O].add(p),a[L].add(p),a[D].add(p),l[O].add(g),l[L].add(g),l[D].add(g))}let E=this.groups;E.length===0&&(E=[{start:0,count:t.count}]);for(let O=0,L=E.length;O<L;++O){let D=E[O],z=D.start,G=D.count;for(let N=z,H=z+G;N<H;N+=3)v(t.getX(N+0),t.getX(N+1),t.getX(N+2))}let S=new R,C=new R,A=new R,y=new R;function T(O){A.fromBufferAttribute(s,O),y.copy(A);let L=a[O];S.copy(L),S.sub(A.multiplyScalar(A.dot(L))).normalize(),C.crossVectors(y,L);let z=C.dot(l[O])<0?-1:1;o.setXYZW(O,S.x,S.y,S.z,z)}for(let O=0,L=n.count;O<L;++O)c[O]&&T(O);this._transformed=!0}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==e.count)n=new pi(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let d=0,f=n.count;d<f;d++)n.setXYZ(d,0,0,0);let s=new R,r=new R,o=new R,a=new R,l=new R,c=new R,h=new R,u=new R;if(t)for(let d=0,f=t.count;d<f;d+=3){let m=t.getX(d+0),_=t.getX(d+1),p=t.getX(d+2);s.fromBufferAttribute(e,m),r.fromBufferAttribute(e,_),o.fromBufferAttribute(e,p),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),a.fromBufferAttribute(n,m),l.fromBufferAttribute(n,_),c.fromBufferAttribute(n,p),a.add(h),l.add(h),c.add(h),n.setXYZ(m,a.x,a.y,a.z),n.setXYZ(_,l.x,l.y,l.z),n.setXYZ(p,c.x,c.y,c.z)}else for(let d=0,f=e.count;d<f;d+=3)s.fromBufferAttribute(e,d+0),r.fromBufferAttribute(e,d+1),o.fromBufferAttribute(e,d+2),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),n.setXYZ(d+0,h.x,h.y,h.z),n.setXYZ(d+1,h.x,h.y,h.z),n.setXYZ(d+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)An.fromBufferAttribute(t,e),An.normalize(),t.setXYZ(e,An.x,An.y,An.z)}toNonIndexed(){function t(a,l){let c=a.array,h=a.itemSize,u=a.normalized,d=new c.constructor(l.length*h),f=0,m=0;for(let _=0,p=l.length;_<p;_++){a.isInterleavedBufferAttribute?f=l[_]*a.data.stride+a.offset:f=l[_]*h;for(let g=0;g<h;g++)d[m++]=c[f++]}return new pi(d,h,u)}if(this.index===null)return te("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=t(l,n);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let d=c[h],f=t(d,n);l.push(f)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,t.name=this.name,Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let n=this.attributes;for(let l in n){let c=n[l];t.data.attributes[l]=c.toJSON(t.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,d=c.length;u<d;u++){let f=c[u];h.push(f.toJSON(t.data))}h.length>0&&(s[l]=h,r=!0)}r&&(t.data.morphAttributes=s,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere=a.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let n=t.index;n!==null&&this.setIndex(n.clone());let s=t.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(e))}let r=t.morphAttributes;for(let c in r){let h=[],u=r[c];for(let d=0,f=u.length;d<f;d++)h.push(u[d].clone(e));this.morphAttributes[c]=h}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this._transformed=t._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}},lc=class{constructor(t,e){this.isInterleavedBuffer=!0,this.array=t,this.stride=e,this.count=t!==void 0?t.length/e:0,this.usage=Id,this.updateRanges=[],this.version=0,this.uuid=Is()}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.array=new t.array.constructor(t.array),this.count=t.count,this.stride=t.stride,this.usage=t.usage,this}copyAt(t,e,n){t*=this.stride,n*=e.stride;for(let s=0,r=this.stride;s<r;s++)this.array[t+s]=e.array[n+s];return this}set(t,e=0){return this.array.set(t,e),this}clone(t){t.arrayBuffers===void 0&&(t.arrayBuffers={});let e=kp(this.array);t.arrayBuffers[e]===void 0&&(t.arrayBuffers[e]=this.array.slice(0).buffer);let n=new this.array.constructor(t.arrayBuffers[e]),s=new this.constructor(n,this.stride);return s.setUsage(this.usage),s}onUpload(t){return this.onUploadCallback=t,this}toJSON(t){t.arrayBuffers===void 0&&(t.arrayBuffers={});let e=kp(this.array);t.arrayBuffers[e]===void 0&&(t.arrayBuffers[e]=Array.from(new Uint32Array(this.array.slice(0).buffer)));let n={uuid:this.uuid,buffer:e,type:this.array.constructor.name,stride:this.stride};return n.usage=this.usage,n}};function kp(i){return i.buffer._uuid===void 0&&(i.buffer._uuid=Is()),i.byteOffset===0&&i.byteLength===i.buffer.byteLength?i.buffer._uuid:i.buffer._uuid+":"+i.byteOffset+":"+i.byteLength}var $n=new R,Fi=class i{constructor(t,e,n,s=!1){this.isInterleavedBufferAttribute=!0,this.name="",this.data=t,this.itemSize=e,this.offset=n,this.normalized=s,this._normalizationScale=t!==void 0?bh(t.array):void 0}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(t){this.data.needsUpdate=t}applyMatrix4(t){for(let e=0,n=this.data.count;e<n;e++)$n.fromBufferAttribute(this,e),$n.applyMatrix4(t),this.setXYZ(e,$n.x,$n.y,$n.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)$n.fromBufferAttribute(this,e),$n.applyNormalMatrix(t),this.setXYZ(e,$n.x,$n.y,$n.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)$n.fromBufferAttribute(this,e),$n.transformDirection(t),this.setXYZ(e,$n.x,$n.y,$n.z);return this}getComponent(t,e){let n=this.array[t*this.data.stride+this.offset+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.data.array[t*this.data.stride+this.offset+e]=n,this}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset]=e,this}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+1]=e,this}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+2]=e,this}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+3]=e,this}getX(t){let e=this.data.array[t*this.data.stride+this.offset];return this.normalized&&(e=this._denormalize(e)),e}getY(t){let e=this.data.array[t*this.data.stride+this.offset+1];return this.normalized&&(e=this._denormalize(e)),e}getZ(t){let e=this.data.array[t*this.data.stride+this.offset+2];return this.normalized&&(e=this._denormalize(e)),e}getW(t){let e=this.data.array[t*this.data.stride+this.offset+3];return this.normalized&&(e=this._denormalize(e)),e}setXY(t,e,n){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.data.array[t+0]=e,this.data.array[t+1]=n,this}setXYZ(t,e,n,s){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.data.array[t+0]=e,this.data.array[t+1]=n,this.data.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.data.array[t+0]=e,this.data.array[t+1]=n,this.data.array[t+2]=s,this.data.array[t+3]=r,this}clone(t){if(t===void 0){_a("InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.");let e=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)e.push(this.data.array[s+r])}return new pi(new this.array.constructor(e),this.itemSize,this.normalized)}else return t.interleavedBuffers===void 0&&(t.interleavedBuffers={}),t.interleavedBuffers[this.data.uuid]===void 0&&(t.interleavedBuffers[this.data.uuid]=this.data.clone(t)),new i(t.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(t){if(t===void 0){_a("InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.");let e=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)e.push(this.data.array[s+r])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:e,normalized:this.normalized}}else return t.interleavedBuffers===void 0&&(t.interleavedBuffers={}),t.interleavedBuffers[this.data.uuid]===void 0&&(t.interleavedBuffers[this.data.uuid]=this.data.toJSON(t)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):Fd(t,this.data.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):Od(t,this.data.array)}},zu=new R,Ix=new R,Lx=new fe,fi=class{constructor(t=new R(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,s){return this.normal.set(t,e,n),this.constant=s,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){let s=zu.subVectors(n,e).cross(Ix.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(s,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e,n=!0){let s=t.delta(zu),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let o=-(t.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:e.copy(t.start).addScaledVector(s,o)}intersectsLine(t){let e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let n=e||Lx.getNormalMatrix(t),s=this.coplanarPoint(zu).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(t){return this.normal.fromArray(t.normal),this.constant=t.constant,this}},Dx=0,ss=class extends Ni{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:Dx++}),this.uuid=Is(),this.name="",this.type="Material",this.blending=Ao,this.side=nr,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=hd,this.blendDst=ud,this.blendEquation=Er,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new pe(0,0,0),this.blendAlpha=0,this.depthFunc=po,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Om,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=$l,this.stencilZFail=$l,this.stencilZPass=$l,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let n=t[e];if(n===void 0){te(`Material: parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){te(`Material: '${e}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(t).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(t).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(t).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=s(t.textures),o=s(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(t,e){if(t.uuid!==void 0&&(this.uuid=t.uuid),t.name!==void 0&&(this.name=t.name),t.color!==void 0&&this.color!==void 0&&this.color.setHex(t.color),t.roughness!==void 0&&(this.roughness=t.roughness),t.metalness!==void 0&&(this.metalness=t.metalness),t.sheen!==void 0&&(this.sheen=t.sheen),t.sheenColor!==void 0&&(this.sheenColor=new pe().setHex(t.sheenColor)),t.sheenRoughness!==void 0&&(this.sheenRoughness=t.sheenRoughness),t.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(t.emissive),t.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(t.specular),t.specularIntensity!==void 0&&(this.specularIntensity=t.specularIntensity),t.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(t.specularColor),t.shininess!==void 0&&(this.shininess=t.shininess),t.clearcoat!==void 0&&(this.clearcoat=t.clearcoat),t.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=t.clearcoatRoughness),t.diffuseRoughness!==void 0&&(this.diffuseRoughness=t.diffuseRoughness),t.dispersion!==void 0&&(this.dispersion=t.dispersion),t.retroreflectivity!==void 0&&(this.retroreflectivity=t.retroreflectivity),t.iridescence!==void 0&&(this.iridescence=t.iridescence),t.iridescenceIOR!==void 0&&(this.iridescenceIOR=t.iridescenceIOR),t.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessMinimum),t.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=t.iridescenceThicknessMaximum),t.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=t.iridescenceThicknessRange[1]),t.transmission!==void 0&&(this.transmission=t.transmission),t.thickness!==void 0&&(this.thickness=t.thickness),t.attenuationDistance!==void 0&&(this.attenuationDistance=t.attenuationDistance),t.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(t.attenuationColor),t.anisotropy!==void 0&&(this.anisotropy=t.anisotropy),t.anisotropyRotation!==void 0&&(this.anisotropyRotation=t.anisotropyRotation),t.fog!==void 0&&(this.fog=t.fog),t.flatShading!==void 0&&(this.flatShading=t.flatShading),t.blending!==void 0&&(this.blending=t.blending),t.combine!==void 0&&(this.combine=t.combine),t.side!==void 0&&(this.side=t.side),t.shadowSide!==void 0&&(this.shadowSide=t.shadowSide),t.opacity!==void 0&&(this.opacity=t.opacity),t.transparent!==void 0&&(this.transparent=t.transparent),t.alphaTest!==void 0&&(this.alphaTest=t.alphaTest),t.alphaHash!==void 0&&(this.alphaHash=t.alphaHash),t.depthFunc!==void 0&&(this.depthFunc=t.depthFunc),t.depthTest!==void 0&&(this.depthTest=t.depthTest),t.depthWrite!==void 0&&(this.depthWrite=t.depthWrite),t.colorWrite!==void 0&&(this.colorWrite=t.colorWrite),t.clippingPlanes!==void 0&&(this.clippingPlanes=t.clippingPlanes.map(n=>new fi().fromJSON(n))),t.clipIntersection!==void 0&&(this.clipIntersection=t.clipIntersection),t.clipShadows!==void 0&&(this.clipShadows=t.clipShadows),t.depthPacking!==void 0&&(this.depthPacking=t.depthPacking),t.blendSrc!==void 0&&(this.blendSrc=t.blendSrc),t.blendDst!==void 0&&(this.blendDst=t.blendDst),t.blendEquation!==void 0&&(this.blendEquation=t.blendEquation),t.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=t.blendSrcAlpha),t.blendDstAlpha!==void 0&&(this.blendDstAlpha=t.blendDstAlpha),t.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=t.blendEquationAlpha),t.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(t.blendColor),t.blendAlpha!==void 0&&(this.blendAlpha=t.blendAlpha),t.stencilWriteMask!==void 0&&(this.stencilWriteMask=t.stencilWriteMask),t.stencilFunc!==void 0&&(this.stencilFunc=t.stencilFunc),t.stencilRef!==void 0&&(this.stencilRef=t.stencilRef),t.stencilFuncMask!==void 0&&(this.stencilFuncMask=t.stencilFuncMask),t.stencilFail!==void 0&&(this.stencilFail=t.stencilFail),t.stencilZFail!==void 0&&(this.stencilZFail=t.stencilZFail),t.stencilZPass!==void 0&&(this.stencilZPass=t.stencilZPass),t.stencilWrite!==void 0&&(this.stencilWrite=t.stencilWrite),t.wireframe!==void 0&&(this.wireframe=t.wireframe),t.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=t.wireframeLinewidth),t.wireframeLinecap!==void 0&&(this.wireframeLinecap=t.wireframeLinecap),t.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=t.wireframeLinejoin),t.rotation!==void 0&&(this.rotation=t.rotation),t.linewidth!==void 0&&(this.linewidth=t.linewidth),t.linecap!==void 0&&(this.linecap=t.linecap),t.linejoin!==void 0&&(this.linejoin=t.linejoin),t.dashSize!==void 0&&(this.dashSize=t.dashSize),t.gapSize!==void 0&&(this.gapSize=t.gapSize),t.scale!==void 0&&(this.scale=t.scale),t.polygonOffset!==void 0&&(this.polygonOffset=t.polygonOffset),t.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=t.polygonOffsetFactor),t.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=t.polygonOffsetUnits),t.dithering!==void 0&&(this.dithering=t.dithering),t.alphaToCoverage!==void 0&&(this.alphaToCoverage=t.alphaToCoverage),t.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=t.premultipliedAlpha),t.forceSinglePass!==void 0&&(this.forceSinglePass=t.forceSinglePass),t.allowOverride!==void 0&&(this.allowOverride=t.allowOverride),t.visible!==void 0&&(this.visible=t.visible),t.toneMapped!==void 0&&(this.toneMapped=t.toneMapped),t.userData!==void 0&&(this.userData=t.userData),t.vertexColors!==void 0&&(typeof t.vertexColors=="number"?this.vertexColors=t.vertexColors>0:this.vertexColors=t.vertexColors),t.size!==void 0&&(this.size=t.size),t.sizeAttenuation!==void 0&&(this.sizeAttenuation=t.sizeAttenuation),t.map!==void 0&&(this.map=e[t.map]||null),t.matcap!==void 0&&(this.matcap=e[t.matcap]||null),t.alphaMap!==void 0&&(this.alphaMap=e[t.alphaMap]||null),t.bumpMap!==void 0&&(this.bumpMap=e[t.bumpMap]||null),t.bumpScale!==void 0&&(this.bumpScale=t.bumpScale),t.normalMap!==void 0&&(this.normalMap=e[t.normalMap]||null),t.normalMapType!==void 0&&(this.normalMapType=t.normalMapType),t.normalScale!==void 0){let n=t.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new pt().fromArray(n)}return t.displacementMap!==void 0&&(this.displacementMap=e[t.displacementMap]||null),t.displacementScale!==void 0&&(this.displacementScale=t.displacementScale),t.displacementBias!==void 0&&(this.displacementBias=t.displacementBias),t.roughnessMap!==void 0&&(this.roughnessMap=e[t.roughnessMap]||null),t.metalnessMap!==void 0&&(this.metalnessMap=e[t.metalnessMap]||null),t.emissiveMap!==void 0&&(this.emissiveMap=e[t.emissiveMap]||null),t.emissiveIntensity!==void 0&&(this.emissiveIntensity=t.emissiveIntensity),t.specularMap!==void 0&&(this.specularMap=e[t.specularMap]||null),t.specularIntensityMap!==void 0&&(this.specularIntensityMap=e[t.specularIntensityMap]||null),t.specularColorMap!==void 0&&(this.specularColorMap=e[t.specularColorMap]||null),t.envMap!==void 0&&(this.envMap=e[t.envMap]||null),t.envMapRotation!==void 0&&this.envMapRotation.fromArray(t.envMapRotation),t.envMapIntensity!==void 0&&(this.envMapIntensity=t.envMapIntensity),t.reflectivity!==void 0&&(this.reflectivity=t.reflectivity),t.refractionRatio!==void 0&&(this.refractionRatio=t.refractionRatio),t.lightMap!==void 0&&(this.lightMap=e[t.lightMap]||null),t.lightMapIntensity!==void 0&&(this.lightMapIntensity=t.lightMapIntensity),t.aoMap!==void 0&&(this.aoMap=e[t.aoMap]||null),t.aoMapIntensity!==void 0&&(this.aoMapIntensity=t.aoMapIntensity),t.gradientMap!==void 0&&(this.gradientMap=e[t.gradientMap]||null),t.clearcoatMap!==void 0&&(this.clearcoatMap=e[t.clearcoatMap]||null),t.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=e[t.clearcoatRoughnessMap]||null),t.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=e[t.clearcoatNormalMap]||null),t.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new pt().fromArray(t.clearcoatNormalScale)),t.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=e[t.diffuseRoughnessMap]||null),t.iridescenceMap!==void 0&&(this.iridescenceMap=e[t.iridescenceMap]||null),t.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=e[t.iridescenceThicknessMap]||null),t.transmissionMap!==void 0&&(this.transmissionMap=e[t.transmissionMap]||null),t.thicknessMap!==void 0&&(this.thicknessMap=e[t.thicknessMap]||null),t.anisotropyMap!==void 0&&(this.anisotropyMap=e[t.anisotropyMap]||null),t.sheenColorMap!==void 0&&(this.sheenColorMap=e[t.sheenColorMap]||null),t.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=e[t.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,n=null;if(e!==null){let s=e.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=e[r].clone()}return this.clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.allowOverride=t.allowOverride,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}};var Ss=new R,Vu=new R,Cl=new R,Pl=new R,Ys=class{constructor(t=new R,e=new R(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,Ss)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=Ss.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(Ss.copy(this.origin).addScaledVector(this.direction,e),Ss.distanceToSquared(t))}distanceSqToSegment(t,e,n,s){Vu.copy(t).add(e).multiplyScalar(.5),Cl.copy(e).sub(t).normalize(),Pl.copy(this.origin).sub(Vu);let r=t.distanceTo(e)*.5,o=-this.direction.dot(Cl),a=Pl.dot(this.direction),l=-Pl.dot(Cl),c=Pl.lengthSq(),h=Math.abs(1-o*o),u,d,f,m;if(h>0)if(u=o*l-a,d=o*a-l,m=r*h,u>=0)if(d>=-m)if(d<=m){let _=1/h;u*=_,d*=_,f=u*(u+o*d+2*a)+d*(o*u+d+2*l)+c}else d=r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d=-r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d<=-m?(u=Math.max(0,-(-o*r+a)),d=u>0?-r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c):d<=m?(u=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(u=Math.max(0,-(o*r+a)),d=u>0?r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c);else d=o>0?-r:r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),s&&s.copy(Vu).addScaledVector(Cl,d),f}intersectSphere(t,e){if(t.radius<0)return null;Ss.subVectors(t.center,this.origin);let n=Ss.dot(this.direction),s=Ss.dot(Ss)-n*n,r=t.radius*t.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return t.radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){let n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(t.min.x-d.x)*c,s=(t.max.x-d.x)*c):(n=(t.max.x-d.x)*c,s=(t.min.x-d.x)*c),h>=0?(r=(t.min.y-d.y)*h,o=(t.max.y-d.y)*h):(r=(t.max.y-d.y)*h,o=(t.min.y-d.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),u>=0?(a=(t.min.z-d.z)*u,l=(t.max.z-d.z)*u):(a=(t.max.z-d.z)*u,l=(t.min.z-d.z)*u),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,e)}intersectsBox(t){return this.intersectBox(t,Ss)!==null}intersectTriangle(t,e,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,u=t.x-o.x,d=t.y-o.y,f=t.z-o.z,m=e.x-o.x,_=e.y-o.y,p=e.z-o.z,g=n.x-o.x,v=n.y-o.y,E=n.z-o.z,S=Math.abs(l),C=Math.abs(c),A=Math.abs(h),y,T,O,L,D,z,G,N,H,q,V,ct;if(S>=C&&S>=A?(O=l,z=u,H=m,ct=g,l>=0?(y=c,T=h,L=d,D=f,G=_,N=p,q=v,V=E):(y=h,T=c,L=f,D=d,G=p,N=_,q=E,V=v)):C>=A?(O=c,z=d,H=_,ct=v,c>=0?(y=h,T=l,L=f,D=u,G=p,N=m,q=E,V=g):(y=l,T=h,L=u,D=f,G=m,N=p,q=g,V=E)):(O=h,z=f,H=p,ct=E,h>=0?(y=l,T=c,L=u,D=d,G=m,N=_,q=g,V=v):(y=c,T=l,L=d,D=u,G=_,N=m,q=v,V=g)),O===0)return null;let Z=y/O,j=T/O,tt=1/O,ft=L-Z*z,ht=D-j*z,Q=G-Z*H,_t=N-j*H,yt=q-Z*ct,Lt=V-j*ct,wt=yt*_t-Lt*Q,Ht=ft*Lt-ht*yt,ie=Q*ht-_t*ft;if(s){if(wt<0||Ht<0||ie<0)return null}else if((wt<0||Ht<0||ie<0)&&(wt>0||Ht>0||ie>0))return null;let Jt=wt+Ht+ie;if(Jt===0)return null;let se=tt*(wt*z+Ht*H+ie*ct);return(Jt>0?se<0:se>0)?null:this.at(se/Jt,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},cc=class extends ss{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new pe(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ws,this.combine=dd,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}},zp=new Ie,dr=new Ys,Il=new Ui,Vp=new R,Ll=new R,Dl=new R,Nl=new R,Hu=new R,Ul=new R,Hp=new R,Fl=new R,je=class extends In{constructor(t=new en,e=new cc){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(s,t);let a=this.morphTargetInfluences;if(r&&a){Ul.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(Hu.fromBufferAttribute(u,t),o?Ul.addScaledVector(Hu,h):Ul.addScaledVector(Hu.sub(e),h))}e.add(Ul)}return e}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),Il.copy(n.boundingSphere),Il.applyMatrix4(r),dr.copy(t.ray).recast(t.near),!(Il.containsPoint(dr.origin)===!1&&(dr.intersectSphere(Il,Vp)===null||dr.origin.distanceToSquared(Vp)>(t.far-t.near)**2))&&(zp.copy(r).invert(),dr.copy(t.ray).applyMatrix4(zp),!(n.boundingBox!==null&&dr.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,dr)))}_computeIntersections(t,e,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let m=0,_=d.length;m<_;m++){let p=d[m],g=o[p.materialIndex],v=Math.max(p.start,f.start),E=Math.min(a.count,Math.min(p.start+p.count,f.start+f.count));for(let S=v,C=E;S<C;S+=3){let A=a.getX(S),y=a.getX(S+1),T=a.getX(S+2);s=Ol(this,g,t,n,c,h,u,A,y,T),s&&(s.faceIndex=Math.floor(S/3),s.face.materialIndex=p.materialIndex,e.push(s))}}else{let m=Math.max(0,f.start),_=Math.min(a.count,f.start+f.count);for(let p=m,g=_;p<g;p+=3){let v=a.getX(p),E=a.getX(p+1),S=a.getX(p+2);s=Ol(this,o,t,n,c,h,u,v,E,S),s&&(s.faceIndex=Math.floor(p/3),e.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let m=0,_=d.length;m<_;m++){let p=d[m],g=o[p.materialIndex],v=Math.max(p.start,f.start),E=Math.min(l.count,Math.min(p.start+p.count,f.start+f.count));for(let S=v,C=E;S<C;S+=3){let A=S,y=S+1,T=S+2;s=Ol(this,g,t,n,c,h,u,A,y,T),s&&(s.faceIndex=Math.floor(S/3),s.face.materialIndex=p.materialIndex,e.push(s))}}else{let m=Math.max(0,f.start),_=Math.min(l.count,f.start+f.count);for(let p=m,g=_;p<g;p+=3){let v=p,E=p+1,S=p+2;s=Ol(this,o,t,n,c,h,u,v,E,S),s&&(s.faceIndex=Math.floor(p/3),e.push(s))}}}};function Nx(i,t,e,n,s,r,o,a){let l;if(t.side===Qn?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,t.side===nr,a),l===null)return null;Fl.copy(a),Fl.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(Fl);return c<e.near||c>e.far?null:{distance:c,point:Fl.clone(),object:i}}function Ol(i,t,e,n,s,r,o,a,l,c){i.getVertexPosition(a,Ll),i.getVertexPosition(l,Dl),i.getVertexPosition(c,Nl);let h=Nx(i,t,e,n,Ll,Dl,Nl,Hp);if(h){let u=new R;ns.getBarycoord(Hp,Ll,Dl,Nl,u),s&&(h.uv=ns.getInterpolatedAttribute(s,a,l,c,u,new pt)),r&&(h.uv1=ns.getInterpolatedAttribute(r,a,l,c,u,new pt)),o&&(h.normal=ns.getInterpolatedAttribute(o,a,l,c,u,new R),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new R,materialIndex:0};ns.getNormal(Ll,Dl,Nl,d.normal),h.face=d,h.barycoord=u}return h}var hc=class extends jn{constructor(t=null,e=1,n=1,s,r,o,a,l,c=Rn,h=Rn,u,d){super(null,o,a,l,c,h,s,r,u,d),this.isDataTexture=!0,this.image={data:t,width:e,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var fr=new Ui,Ux=new pt(.5,.5),Bl=new R,$s=class{constructor(t=new fi,e=new fi,n=new fi,s=new fi,r=new fi,o=new fi){this.planes=[t,e,n,s,r,o]}set(t,e,n,s,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=bi,n=!1){let s=this.planes,r=t.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],d=r[6],f=r[7],m=r[8],_=r[9],p=r[10],g=r[11],v=r[12],E=r[13],S=r[14],C=r[15];if(s[0].setComponents(c-o,f-h,g-m,C-v).normalize(),s[1].setComponents(c+o,f+h,g+m,C+v).normalize(),s[2].setComponents(c+a,f+u,g+_,C+E).normalize(),s[3].setComponents(c-a,f-u,g-_,C-E).normalize(),n)s[4].setComponents(l,d,p,S).normalize(),s[5].setComponents(c-l,f-d,g-p,C-S).normalize();else if(s[4].setComponents(c-l,f-d,g-p,C-S).normalize(),e===bi)s[5].setComponents(c+l,f+d,g+p,C+S).normalize();else if(e===mo)s[5].setComponents(l,d,p,S).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),fr.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),fr.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(fr)}intersectsSprite(t){fr.center.set(0,0,0);let e=Ux.distanceTo(t.center);return fr.radius=.7071067811865476+e,fr.applyMatrix4(t.matrixWorld),this.intersectsSphere(fr)}intersectsSphere(t){let e=this.planes,n=t.center,s=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(t){let e=this.planes;for(let n=0;n<6;n++){let s=e[n];if(Bl.x=s.normal.x>0?t.max.x:t.min.x,Bl.y=s.normal.y>0?t.max.y:t.min.y,Bl.z=s.normal.z>0?t.max.z:t.min.z,s.distanceToPoint(Bl)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},Gp=new Ie,uc=class i{constructor(){this.coordinateSystem=bi,this._frustums=[],this._count=0}setFromArrayCamera(t){let e=t.cameras,n=this._frustums;for(let s=0;s<e.length;s++){let r=e[s];Gp.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new $s),n[s].setFromProjectionMatrix(Gp,r.coordinateSystem,r.reversedDepth)}return this._count=e.length,this}getFrustum(t){return this._frustums[t]}intersectsObject(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsObject(t))return!0;return!1}intersectsSprite(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSprite(t))return!0;return!1}intersectsSphere(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSphere(t))return!0;return!1}intersectsBox(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsBox(t))return!0;return!1}containsPoint(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].containsPoint(t))return!0;return!1}copy(t){this.coordinateSystem=t.coordinateSystem;let e=this._frustums,n=t._frustums;for(let s=0;s<t._count;s++)e[s]===void 0&&(e[s]=new $s),e[s].copy(n[s]);return this._count=t._count,this}clone(){return new i().copy(this)}};var gr=class extends ss{constructor(t){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new pe(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},dc=new R,fc=new R,Wp=new Ie,oa=new Ys,kl=new Ui,Gu=new R,Xp=new R,pc=class extends In{constructor(t=new en,e=new gr){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[0];for(let s=1,r=e.count;s<r;s++)dc.fromBufferAttribute(e,s-1),fc.fromBufferAttribute(e,s),n[s]=n[s-1],n[s]+=dc.distanceTo(fc);t.setAttribute("lineDistance",new _e(n,1))}else te("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.matrixWorld,r=t.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),kl.copy(n.boundingSphere),kl.applyMatrix4(s),kl.radius+=r,t.ray.intersectsSphere(kl)===!1)return;Wp.copy(s).invert(),oa.copy(t.ray).applyMatrix4(Wp);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,d=n.attributes.position;if(h!==null){let f=Math.max(0,o.start),m=Math.min(h.count,o.start+o.count);for(let _=f,p=m-1;_<p;_+=c){let g=h.getX(_),v=h.getX(_+1),E=zl(this,t,oa,l,g,v,_);E&&e.push(E)}if(this.isLineLoop){let _=h.getX(m-1),p=h.getX(f),g=zl(this,t,oa,l,_,p,m-1);g&&e.push(g)}}else{let f=Math.max(0,o.start),m=Math.min(d.count,o.start+o.count);for(let _=f,p=m-1;_<p;_+=c){let g=zl(this,t,oa,l,_,_+1,_);g&&e.push(g)}if(this.isLineLoop){let _=zl(this,t,oa,l,m-1,f,m-1);_&&e.push(_)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function zl(i,t,e,n,s,r,o){let a=i.geometry.attributes.position;if(dc.fromBufferAttribute(a,s),fc.fromBufferAttribute(a,r),e.distanceSqToSegment(dc,fc,Gu,Xp)>n)return;Gu.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo(Gu);if(!(c<t.near||c>t.far))return{distance:c,point:Xp.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var qp=new R,Yp=new R,So=class extends pc{constructor(t,e){super(t,e),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[];for(let s=0,r=e.count;s<r;s+=2)qp.fromBufferAttribute(e,s),Yp.fromBufferAttribute(e,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+qp.distanceTo(Yp);t.setAttribute("lineDistance",new _e(n,1))}else te("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var va=class extends jn{constructor(t=[],e=Tr,n,s,r,o,a,l,c,h){super(t,e,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}},Sa=class extends jn{constructor(t,e,n,s,r,o,a,l,c){super(t,e,n,s,r,o,a,l,c),this.isCanvasTexture=!0,this.needsUpdate=!0}};var Es=class extends jn{constructor(t,e,n=Oi,s,r,o,a=Rn,l=Rn,c,h=bs,u=1){if(h!==bs&&h!==Cs)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:t,height:e,depth:u};super(d,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new xo(Object.assign({},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return e.compareFunction=this.compareFunction,e}},Ma=class extends Es{constructor(t,e=Oi,n=Tr,s,r,o=Rn,a=Rn,l,c=bs){let h={width:t,height:t,depth:1},u=[h,h,h,h,h,h];super(t,t,e,n,s,r,o,a,l,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(t){this.image=t}},ba=class extends jn{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}copy(t){return super.copy(t),this.sourceTexture=t.sourceTexture,this}},Zs=class i extends en{constructor(t=1,e=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],d=0,f=0;m("z","y","x",-1,-1,n,e,t,o,r,0),m("z","y","x",1,-1,n,e,-t,o,r,1),m("x","z","y",1,1,t,n,e,s,o,2),m("x","z","y",1,-1,t,n,-e,s,o,3),m("x","y","z",1,-1,t,e,n,s,r,4),m("x","y","z",-1,-1,t,e,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new _e(c,3)),this.setAttribute("normal",new _e(h,3)),this.setAttribute("uv",new _e(u,2));function m(_,p,g,v,E,S,C,A,y,T,O){let L=S/y,D=C/T,z=S/2,G=C/2,N=A/2,H=y+1,q=T+1,V=0,ct=0,Z=new R;for(let j=0;j<q;j++){let tt=j*D-G;for(let ft=0;ft<H;ft++){let ht=ft*L-z;Z[_]=ht*v,Z[p]=tt*E,Z[g]=N,c.push(Z.x,Z.y,Z.z),Z[_]=0,Z[p]=0,Z[g]=A>0?1:-1,h.push(Z.x,Z.y,Z.z),u.push(ft/y),u.push(1-j/T),V+=1}}for(let j=0;j<T;j++)for(let tt=0;tt<y;tt++){let ft=d+tt+H*j,ht=d+tt+H*(j+1),Q=d+(tt+1)+H*(j+1),_t=d+(tt+1)+H*j;l.push(ft,ht,_t),l.push(ht,Q,_t),ct+=6}a.addGroup(f,ct,O),f+=ct,d+=V}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}},wa=class i extends en{constructor(t=1,e=1,n=4,s=8,r=1){super(),this.type="CapsuleGeometry",this.parameters={radius:t,height:e,capSegments:n,radialSegments:s,heightSegments:r},e=Math.max(0,e),n=Math.max(1,Math.floor(n)),s=Math.max(3,Math.floor(s)),r=Math.max(1,Math.floor(r));let o=[],a=[],l=[],c=[],h=e/2,u=Math.PI/2*t,d=e,f=2*u+d,m=n*2+r,_=s+1,p=new R,g=new R;for(let v=0;v<=m;v++){let E=0,S=0,C=0,A=0;if(v<=n){let O=v/n,L=O*Math.PI/2;S=-h-t*Math.cos(L),C=t*Math.sin(L),A=-t*Math.cos(L),E=O*u}else if(v<=n+r){let O=(v-n)/r;S=-h+O*e,C=t,A=0,E=u+O*d}else{let O=(v-n-r)/n,L=O*Math.PI/2;S=h+t*Math.sin(L),C=t*Math.cos(L),A=t*Math.sin(L),E=u+d+O*u}let y=Math.max(0,Math.min(1,E/f)),T=0;v===0?T=.5/s:v===m&&(T=-.5/s);for(let O=0;O<=s;O++){let L=O/s,D=L*Math.PI*2,z=Math.sin(D),G=Math.cos(D);g.x=-C*G,g.y=S,g.z=C*z,a.push(g.x,g.y,g.z),p.set(-C*G,A,C*z),p.normalize(),l.push(p.x,p.y,p.z),c.push(L+T,y)}if(v>0){let O=(v-1)*_;for(let L=0;L<s;L++){let D=O+L,z=O+L+1,G=v*_+L,N=v*_+L+1;o.push(D,z,G),o.push(z,N,G)}}}this.setIndex(o),this.setAttribute("position",new _e(a,3)),this.setAttribute("normal",new _e(l,3)),this.setAttribute("uv",new _e(c,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.height,t.capSegments,t.radialSegments,t.heightSegments)}};var Ts=class i extends en{constructor(t=1,e=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],u=[],d=[],f=[],m=0,_=[],p=n/2,g=0;v(),o===!1&&(t>0&&E(!0),e>0&&E(!1)),this.setIndex(h),this.setAttribute("position",new _e(u,3)),this.setAttribute("normal",new _e(d,3)),this.setAttribute("uv",new _e(f,2));function v(){let S=new R,C=new R,A=0,y=(e-t)/n;for(let T=0;T<=r;T++){let O=[],L=T/r,D=L*(e-t)+t;for(let z=0;z<=s;z++){let G=z/s,N=G*l+a,H=Math.sin(N),q=Math.cos(N);C.x=D*H,C.y=-L*n+p,C.z=D*q,u.push(C.x,C.y,C.z),S.set(H,y,q).normalize(),d.push(S.x,S.y,S.z),f.push(G,1-L),O.push(m++)}_.push(O)}for(let T=0;T<s;T++)for(let O=0;O<r;O++){let L=_[O][T],D=_[O+1][T],z=_[O+1][T+1],G=_[O][T+1];(t>0||O!==0)&&(h.push(L,D,G),A+=3),(e>0||O!==r-1)&&(h.push(D,z,G),A+=3)}c.addGroup(g,A,0),g+=A}function E(S){let C=m,A=new pt,y=new R,T=0,O=S===!0?t:e,L=S===!0?1:-1;for(let z=1;z<=s;z++)u.push(0,p*L,0),d.push(0,L,0),f.push(.5,.5),m++;let D=m;for(let z=0;z<=s;z++){let N=z/s*l+a,H=Math.cos(N),q=Math.sin(N);y.x=O*q,y.y=p*L,y.z=O*H,u.push(y.x,y.y,y.z),d.push(0,L,0),A.x=H*.5+.5,A.y=q*.5*L+.5,f.push(A.x,A.y),m++}for(let z=0;z<s;z++){let G=C+z,N=D+z;S===!0?h.push(N,N+1,G):h.push(N+1,N,G),T+=3}c.addGroup(g,T,S===!0?1:2),g+=T}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},Ea=class i extends Ts{constructor(t=1,e=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,t,e,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:t,height:e,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(t){return new i(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}};var Ln=class{constructor(){this.type="Curve",this.arcLengthDivisions=200,this.needsUpdate=!1,this.cacheArcLengths=null}getPoint(){te("Curve: .getPoint() not implemented.")}getPointAt(t,e){let n=this.getUtoTmapping(t);return this.getPoint(n,e)}getPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return e}getSpacedPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPointAt(n/t));return e}getLength(){let t=this.getLengths();return t[t.length-1]}getLengths(t=this.arcLengthDivisions){if(this.cacheArcLengths&&this.cacheArcLengths.length===t+1&&!this.needsUpdate)return this.cacheArcLengths;this.needsUpdate=!1;let e=[],n,s=this.getPoint(0),r=0;e.push(0);for(let o=1;o<=t;o++)n=this.getPoint(o/t),r+=n.distanceTo(s),e.push(r),s=n;return this.cacheArcLengths=e,e}updateArcLengths(){this.needsUpdate=!0,this.getLengths()}getUtoTmapping(t,e=null){let n=this.getLengths(),s=0,r=n.length,o;e?o=e:o=t*n[r-1];let a=0,l=r-1,c;for(;a<=l;)if(s=Math.floor(a+(l-a)/2),c=n[s]-o,c<0)a=s+1;else if(c>0)l=s-1;else{l=s;break}if(s=l,n[s]===o)return s/(r-1);let h=n[s],d=n[s+1]-h,f=(o-h)/d;return(s+f)/(r-1)}getTangent(t,e){let s=t-1e-4,r=t+1e-4;s<0&&(s=0),r>1&&(r=1);let o=this.getPoint(s),a=this.getPoint(r),l=e||(o.isVector2?new pt:new R);return l.copy(a).sub(o).normalize(),l}getTangentAt(t,e){let n=this.getUtoTmapping(t);return this.getTangent(n,e)}computeFrenetFrames(t,e=!1){let n=new R,s=[],r=[],o=[],a=new R,l=new Ie;for(let f=0;f<=t;f++){let m=f/t;s[f]=this.getTangentAt(m,new R)}r[0]=new R,o[0]=new R;let c=Number.MAX_VALUE,h=Math.abs(s[0].x),u=Math.abs(s[0].y),d=Math.abs(s[0].z);h<=c&&(c=h,n.set(1,0,0)),u<=c&&(c=u,n.set(0,1,0)),d<=c&&n.set(0,0,1),a.crossVectors(s[0],n).normalize(),r[0].crossVectors(s[0],a),o[0].crossVectors(s[0],r[0]);for(let f=1;f<=t;f++){if(r[f]=r[f-1].clone(),o[f]=o[f-1].clone(),a.crossVectors(s[f-1],s[f]),a.length()>Number.EPSILON){a.normalize();let m=Math.acos(de(s[f-1].dot(s[f]),-1,1));r[f].applyMatrix4(l.makeRotationAxis(a,m))}o[f].crossVectors(s[f],r[f])}if(e===!0){let f=Math.acos(de(r[0].dot(r[t]),-1,1));f/=t,s[0].dot(a.crossVectors(r[0],r[t]))>0&&(f=-f);for(let m=1;m<=t;m++)r[m].applyMatrix4(l.makeRotationAxis(s[m],f*m)),o[m].crossVectors(s[m],r[m])}return{tangents:s,normals:r,binormals:o}}clone(){return new this.constructor().copy(this)}copy(t){return this.arcLengthDivisions=t.arcLengthDivisions,this.cacheArcLengths=null,this}toJSON(){let t={metadata:{version:4.7,type:"Curve",generator:"Curve.toJSON"}};return t.arcLengthDivisions=this.arcLengthDivisions,t.type=this.type,t}fromJSON(t){return this.arcLengthDivisions=t.arcLengthDivisions,this.cacheArcLengths=null,this}},Mo=class extends Ln{constructor(t=0,e=0,n=1,s=1,r=0,o=Math.PI*2,a=!1,l=0){super(),this.isEllipseCurve=!0,this.type="EllipseCurve",this.aX=t,this.aY=e,this.xRadius=n,this.yRadius=s,this.aStartAngle=r,this.aEndAngle=o,this.aClockwise=a,this.aRotation=l}getPoint(t,e=new pt){let n=e,s=Math.PI*2,r=this.aEndAngle-this.aStartAngle,o=Math.abs(r)<Number.EPSILON;for(;r<0;)r+=s;for(;r>s;)r-=s;r<Number.EPSILON&&(o?r=0:r=s),this.aClockwise===!0&&!o&&(r===s?r=-s:r=r-s);let a=this.aStartAngle+t*r,l=this.aX+this.xRadius*Math.cos(a),c=this.aY+this.yRadius*Math.sin(a);if(this.aRotation!==0){let h=Math.cos(this.aRotation),u=Math.sin(this.aRotation),d=l-this.aX,f=c-this.aY;l=d*h-f*u+this.aX,c=d*u+f*h+this.aY}return n.set(l,c)}copy(t){return super.copy(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}toJSON(){let t=super.toJSON();return t.aX=this.aX,t.aY=this.aY,t.xRadius=this.xRadius,t.yRadius=this.yRadius,t.aStartAngle=this.aStartAngle,t.aEndAngle=this.aEndAngle,t.aClockwise=this.aClockwise,t.aRotation=this.aRotation,t}fromJSON(t){return super.fromJSON(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}},mc=class extends Mo{constructor(t,e,n,s,r,o){super(t,e,n,n,s,r,o),this.isArcCurve=!0,this.type="ArcCurve"}};function Bd(){let i=0,t=0,e=0,n=0;function s(r,o,a,l){i=r,t=a,e=-3*r+3*o-2*a-l,n=2*r-2*o+a+l}return{initCatmullRom:function(r,o,a,l,c){s(o,a,c*(a-r),c*(l-o))},initNonuniformCatmullRom:function(r,o,a,l,c,h,u){let d=(o-r)/c-(a-r)/(c+h)+(a-o)/h,f=(a-o)/h-(l-o)/(h+u)+(l-a)/u;d*=h,f*=h,s(o,a,d,f)},calc:function(r){let o=r*r,a=o*r;return i+t*r+e*o+n*a}}}var $p=new R,Zp=new R,Wu=new Bd,Xu=new Bd,qu=new Bd,gc=class extends Ln{constructor(t=[],e=!1,n="centripetal",s=.5){super(),this.isCatmullRomCurve3=!0,this.type="CatmullRomCurve3",this.points=t,this.closed=e,this.curveType=n,this.tension=s}getPoint(t,e=new R){let n=e,s=this.points,r=s.length,o=(r-(this.closed?0:1))*t,a=Math.floor(o),l=o-a;this.closed?a+=a>0?0:(Math.floor(Math.abs(a)/r)+1)*r:l===0&&a===r-1&&(a=r-2,l=1);let c,h;this.closed||a>0?c=s[(a-1)%r]:(Zp.subVectors(s[0],s[1]).add(s[0]),c=Zp);let u=s[a%r],d=s[(a+1)%r];if(this.closed||a+2<r?h=s[(a+2)%r]:($p.subVectors(s[r-1],s[r-2]).add(s[r-1]),h=$p),this.curveType==="centripetal"||this.curveType==="chordal"){let f=this.curveType==="chordal"?.5:.25,m=Math.pow(c.distanceToSquared(u),f),_=Math.pow(u.distanceToSquared(d),f),p=Math.pow(d.distanceToSquared(h),f);_<1e-4&&(_=1),m<1e-4&&(m=_),p<1e-4&&(p=_),Wu.initNonuniformCatmullRom(c.x,u.x,d.x,h.x,m,_,p),Xu.initNonuniformCatmullRom(c.y,u.y,d.y,h.y,m,_,p),qu.initNonuniformCatmullRom(c.z,u.z,d.z,h.z,m,_,p)}else this.curveType==="catmullrom"&&(Wu.initCatmullRom(c.x,u.x,d.x,h.x,this.tension),Xu.initCatmullRom(c.y,u.y,d.y,h.y,this.tension),qu.initCatmullRom(c.z,u.z,d.z,h.z,this.tension));return n.set(Wu.calc(l),Xu.calc(l),qu.calc(l)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t.closed=this.closed,t.curveType=this.curveType,t.tension=this.tension,t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new R().fromArray(s))}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}};function Jp(i,t,e,n,s){let r=(n-t)*.5,o=(s-e)*.5,a=i*i,l=i*a;return(2*e-2*n+r+o)*l+(-3*e+3*n-2*r-o)*a+r*i+e}function Fx(i,t){let e=1-i;return e*e*t}function Ox(i,t){return 2*(1-i)*i*t}function Bx(i,t){return i*i*t}function ua(i,t,e,n){return Fx(i,t)+Ox(i,e)+Bx(i,n)}function kx(i,t){let e=1-i;return e*e*e*t}function zx(i,t){let e=1-i;return 3*e*e*i*t}function Vx(i,t){return 3*(1-i)*i*i*t}function Hx(i,t){return i*i*i*t}function da(i,t,e,n,s){return kx(i,t)+zx(i,e)+Vx(i,n)+Hx(i,s)}var Ta=class extends Ln{constructor(t=new pt,e=new pt,n=new pt,s=new pt){super(),this.isCubicBezierCurve=!0,this.type="CubicBezierCurve",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new pt){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(da(t,s.x,r.x,o.x,a.x),da(t,s.y,r.y,o.y,a.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},_c=class extends Ln{constructor(t=new R,e=new R,n=new R,s=new R){super(),this.isCubicBezierCurve3=!0,this.type="CubicBezierCurve3",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new R){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(da(t,s.x,r.x,o.x,a.x),da(t,s.y,r.y,o.y,a.y),da(t,s.z,r.z,o.z,a.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},Aa=class extends Ln{constructor(t=new pt,e=new pt){super(),this.isLineCurve=!0,this.type="LineCurve",this.v1=t,this.v2=e}getPoint(t,e=new pt){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new pt){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},xc=class extends Ln{constructor(t=new R,e=new R){super(),this.isLineCurve3=!0,this.type="LineCurve3",this.v1=t,this.v2=e}getPoint(t,e=new R){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new R){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},Ra=class extends Ln{constructor(t=new pt,e=new pt,n=new pt){super(),this.isQuadraticBezierCurve=!0,this.type="QuadraticBezierCurve",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new pt){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(ua(t,s.x,r.x,o.x),ua(t,s.y,r.y,o.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},Ca=class extends Ln{constructor(t=new R,e=new R,n=new R){super(),this.isQuadraticBezierCurve3=!0,this.type="QuadraticBezierCurve3",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new R){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(ua(t,s.x,r.x,o.x),ua(t,s.y,r.y,o.y),ua(t,s.z,r.z,o.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},Pa=class extends Ln{constructor(t=[]){super(),this.isSplineCurve=!0,this.type="SplineCurve",this.points=t}getPoint(t,e=new pt){let n=e,s=this.points,r=(s.length-1)*t,o=Math.floor(r),a=r-o,l=s[o===0?o:o-1],c=s[o],h=s[o>s.length-2?s.length-1:o+1],u=s[o>s.length-3?s.length-1:o+2];return n.set(Jp(a,l.x,c.x,h.x,u.x),Jp(a,l.y,c.y,h.y,u.y)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new pt().fromArray(s))}return this}},yc=Object.freeze({__proto__:null,ArcCurve:mc,CatmullRomCurve3:gc,CubicBezierCurve:Ta,CubicBezierCurve3:_c,EllipseCurve:Mo,LineCurve:Aa,LineCurve3:xc,QuadraticBezierCurve:Ra,QuadraticBezierCurve3:Ca,SplineCurve:Pa}),vc=class extends Ln{constructor(){super(),this.type="CurvePath",this.curves=[],this.autoClose=!1,this.cacheLengths=null}add(t){this.curves.push(t)}closePath(){let t=this.curves[0].getPoint(0),e=this.curves[this.curves.length-1].getPoint(1);if(!t.equals(e)){let n=t.isVector2===!0?"LineCurve":"LineCurve3";this.curves.push(new yc[n](e,t))}return this}getPoint(t,e){let n=t*this.getLength(),s=this.getCurveLengths(),r=0;for(;r<s.length;){if(s[r]>=n){let o=s[r]-n,a=this.curves[r],l=a.getLength(),c=l===0?0:1-o/l;return a.getPointAt(c,e)}r++}return null}getLength(){let t=this.getCurveLengths();return t[t.length-1]}updateArcLengths(){this.needsUpdate=!0,this.cacheLengths=null,this.getCurveLengths()}getCurveLengths(){if(this.cacheLengths&&this.cacheLengths.length===this.curves.length)return this.cacheLengths;let t=[],e=0;for(let n=0,s=this.curves.length;n<s;n++)e+=this.curves[n].getLength(),t.push(e);return this.cacheLengths=t,t}getSpacedPoints(t=40){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return this.autoClose&&e.push(e[0]),e}getPoints(t=12){let e=[],n;for(let s=0,r=this.curves;s<r.length;s++){let o=r[s],a=o.isEllipseCurve?t*2:o.isLineCurve||o.isLineCurve3?1:o.isSplineCurve?t*o.points.length:t,l=o.getPoints(a);for(let c=0;c<l.length;c++){let h=l[c];n&&n.equals(h)||(e.push(h),n=h)}}return this.autoClose&&e.length>1&&!e[e.length-1].equals(e[0])&&e.push(e[0]),e}copy(t){super.copy(t),this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){let s=t.curves[e];this.curves.push(s.clone())}return this.autoClose=t.autoClose,this.cacheLengths=null,this}toJSON(){let t=super.toJSON();t.autoClose=this.autoClose,t.curves=[];for(let e=0,n=this.curves.length;e<n;e++){let s=this.curves[e];t.curves.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.autoClose=t.autoClose,this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){let s=t.curves[e];this.curves.push(new yc[s.type]().fromJSON(s))}return this.cacheLengths=null,this}},_r=class extends vc{constructor(t){super(),this.type="Path",this.currentPoint=new pt,t&&this.setFromPoints(t)}setFromPoints(t){this.moveTo(t[0].x,t[0].y);for(let e=1,n=t.length;e<n;e++)this.lineTo(t[e].x,t[e].y);return this}moveTo(t,e){return this.currentPoint.set(t,e),this}lineTo(t,e){let n=new Aa(this.currentPoint.clone(),new pt(t,e));return this.curves.push(n),this.currentPoint.set(t,e),this}quadraticCurveTo(t,e,n,s){let r=new Ra(this.currentPoint.clone(),new pt(t,e),new pt(n,s));return this.curves.push(r),this.currentPoint.set(n,s),this}bezierCurveTo(t,e,n,s,r,o){let a=new Ta(this.currentPoint.clone(),new pt(t,e),new pt(n,s),new pt(r,o));return this.curves.push(a),this.currentPoint.set(r,o),this}splineThru(t){let e=[this.currentPoint.clone()].concat(t),n=new Pa(e);return this.curves.push(n),this.currentPoint.copy(t[t.length-1]),this}arc(t,e,n,s,r,o){let a=this.currentPoint.x,l=this.currentPoint.y;return this.absarc(t+a,e+l,n,s,r,o),this}absarc(t,e,n,s,r,o){return this.absellipse(t,e,n,n,s,r,o),this}ellipse(t,e,n,s,r,o,a,l){let c=this.currentPoint.x,h=this.currentPoint.y;return this.absellipse(t+c,e+h,n,s,r,o,a,l),this}absellipse(t,e,n,s,r,o,a,l){let c=new Mo(t,e,n,s,r,o,a,l);if(this.curves.length>0){let u=c.getPoint(0);u.equals(this.currentPoint)||this.lineTo(u.x,u.y)}this.curves.push(c);let h=c.getPoint(1);return this.currentPoint.copy(h),this}copy(t){return super.copy(t),this.currentPoint.copy(t.currentPoint),this}toJSON(){let t=super.toJSON();return t.currentPoint=this.currentPoint.toArray(),t}fromJSON(t){return super.fromJSON(t),this.currentPoint.fromArray(t.currentPoint),this}},xr=class extends _r{constructor(t){super(t),this.uuid=Is(),this.type="Shape",this.holes=[]}getPointsHoles(t){let e=[];for(let n=0,s=this.holes.length;n<s;n++)e[n]=this.holes[n].getPoints(t);return e}extractPoints(t){return{shape:this.getPoints(t),holes:this.getPointsHoles(t)}}copy(t){super.copy(t),this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){let s=t.holes[e];this.holes.push(s.clone())}return this}toJSON(){let t=super.toJSON();t.uuid=this.uuid,t.holes=[];for(let e=0,n=this.holes.length;e<n;e++){let s=this.holes[e];t.holes.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.uuid=t.uuid,this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){let s=t.holes[e];this.holes.push(new _r().fromJSON(s))}return this}};function Gx(i,t,e=2){let n=t&&t.length,s=n?t[0]*e:i.length,r=$m(i,0,s,e,!0),o=[];if(!r||r.next===r.prev)return o;let a,l,c;if(n&&(r=$x(i,t,r,e)),i.length>80*e){a=i[0],l=i[1];let h=a,u=l;for(let d=e;d<s;d+=e){let f=i[d],m=i[d+1];f<a&&(a=f),m<l&&(l=m),f>h&&(h=f),m>u&&(u=m)}c=Math.max(h-a,u-l),c=c!==0?32767/c:0}return Ia(r,o,e,a,l,c,0),o}function $m(i,t,e,n,s){let r;if(s===ry(i,t,e,n)>0)for(let o=t;o<e;o+=n)r=Kp(o/n|0,i[o],i[o+1],r);else for(let o=e-n;o>=t;o-=n)r=Kp(o/n|0,i[o],i[o+1],r);return r&&bo(r,r.next)&&(Da(r),r=r.next),r}function yr(i,t){if(!i)return i;t||(t=i);let e=i,n;do if(n=!1,!e.steiner&&(bo(e,e.next)||sn(e.prev,e,e.next)===0)){if(Da(e),e=t=e.prev,e===e.next)break;n=!0}else e=e.next;while(n||e!==t);return t}function Ia(i,t,e,n,s,r,o){if(!i)return;!o&&r&&Qx(i,n,s,r);let a=i;for(;i.prev!==i.next;){let l=i.prev,c=i.next;if(r?Xx(i,n,s,r):Wx(i)){t.push(l.i,i.i,c.i),Da(i),i=c.next,a=c.next;continue}if(i=c,i===a){o?o===1?(i=qx(yr(i),t),Ia(i,t,e,n,s,r,2)):o===2&&Yx(i,t,e,n,s,r):Ia(yr(i),t,e,n,s,r,1);break}}}function Wx(i){let t=i.prev,e=i,n=i.next;if(sn(t,e,n)>=0)return!1;let s=t.x,r=e.x,o=n.x,a=t.y,l=e.y,c=n.y,h=Math.min(s,r,o),u=Math.min(a,l,c),d=Math.max(s,r,o),f=Math.max(a,l,c),m=n.next;for(;m!==t;){if(m.x>=h&&m.x<=d&&m.y>=u&&m.y<=f&&aa(s,a,r,l,o,c,m.x,m.y)&&sn(m.prev,m,m.next)>=0)return!1;m=m.next}return!0}function Xx(i,t,e,n){let s=i.prev,r=i,o=i.next;if(sn(s,r,o)>=0)return!1;let a=s.x,l=r.x,c=o.x,h=s.y,u=r.y,d=o.y,f=Math.min(a,l,c),m=Math.min(h,u,d),_=Math.max(a,l,c),p=Math.max(h,u,d),g=Qu(f,m,t,e,n),v=Qu(_,p,t,e,n),E=i.prevZ,S=i.nextZ;for(;E&&E.z>=g&&S&&S.z<=v;){if(E.x>=f&&E.x<=_&&E.y>=m&&E.y<=p&&E!==s&&E!==o&&aa(a,h,l,u,c,d,E.x,E.y)&&sn(E.prev,E,E.next)>=0||(E=E.prevZ,S.x>=f&&S.x<=_&&S.y>=m&&S.y<=p&&S!==s&&S!==o&&aa(a,h,l,u,c,d,S.x,S.y)&&sn(S.prev,S,S.next)>=0))return!1;S=S.nextZ}for(;E&&E.z>=g;){if(E.x>=f&&E.x<=_&&E.y>=m&&E.y<=p&&E!==s&&E!==o&&aa(a,h,l,u,c,d,E.x,E.y)&&sn(E.prev,E,E.next)>=0)return!1;E=E.prevZ}for(;S&&S.z<=v;){if(S.x>=f&&S.x<=_&&S.y>=m&&S.y<=p&&S!==s&&S!==o&&aa(a,h,l,u,c,d,S.x,S.y)&&sn(S.prev,S,S.next)>=0)return!1;S=S.nextZ}return!0}function qx(i,t){let e=i;do{let n=e.prev,s=e.next.next;!bo(n,s)&&Jm(n,e,e.next,s)&&La(n,s)&&La(s,n)&&(t.push(n.i,e.i,s.i),Da(e),Da(e.next),e=i=s),e=e.next}while(e!==i);return yr(e)}function Yx(i,t,e,n,s,r){let o=i;do{let a=o.next.next;for(;a!==o.prev;){if(o.i!==a.i&&ny(o,a)){let l=Km(o,a);o=yr(o,o.next),l=yr(l,l.next),Ia(o,t,e,n,s,r,0),Ia(l,t,e,n,s,r,0);return}a=a.next}o=o.next}while(o!==i)}function $x(i,t,e,n){let s=[];for(let r=0,o=t.length;r<o;r++){let a=t[r]*n,l=r<o-1?t[r+1]*n:i.length,c=$m(i,a,l,n,!1);c===c.next&&(c.steiner=!0),s.push(ey(c))}s.sort(Zx);for(let r=0;r<s.length;r++)e=Jx(s[r],e);return e}function Zx(i,t){let e=i.x-t.x;if(e===0&&(e=i.y-t.y,e===0)){let n=(i.next.y-i.y)/(i.next.x-i.x),s=(t.next.y-t.y)/(t.next.x-t.x);e=n-s}return e}function Jx(i,t){let e=Kx(i,t);if(!e)return t;let n=Km(e,i);return yr(n,n.next),yr(e,e.next)}function Kx(i,t){let e=t,n=i.x,s=i.y,r=-1/0,o;if(bo(i,e))return e;do{if(bo(i,e.next))return e.next;if(s<=e.y&&s>=e.next.y&&e.next.y!==e.y){let u=e.x+(s-e.y)*(e.next.x-e.x)/(e.next.y-e.y);if(u<=n&&u>r&&(r=u,o=e.x<e.next.x?e:e.next,u===n))return o}e=e.next}while(e!==t);if(!o)return null;let a=o,l=o.x,c=o.y,h=1/0;e=o;do{if(n>=e.x&&e.x>=l&&n!==e.x&&Zm(s<c?n:r,s,l,c,s<c?r:n,s,e.x,e.y)){let u=Math.abs(s-e.y)/(n-e.x);La(e,i)&&(u<h||u===h&&(e.x>o.x||e.x===o.x&&jx(o,e)))&&(o=e,h=u)}e=e.next}while(e!==a);return o}function jx(i,t){return sn(i.prev,i,t.prev)<0&&sn(t.next,i,i.next)<0}function Qx(i,t,e,n){let s=i;do s.z===0&&(s.z=Qu(s.x,s.y,t,e,n)),s.prevZ=s.prev,s.nextZ=s.next,s=s.next;while(s!==i);s.prevZ.nextZ=null,s.prevZ=null,ty(s)}function ty(i){let t,e=1;do{let n=i,s;i=null;let r=null;for(t=0;n;){t++;let o=n,a=0;for(let c=0;c<e&&(a++,o=o.nextZ,!!o);c++);let l=e;for(;a>0||l>0&&o;)a!==0&&(l===0||!o||n.z<=o.z)?(s=n,n=n.nextZ,a--):(s=o,o=o.nextZ,l--),r?r.nextZ=s:i=s,s.prevZ=r,r=s;n=o}r.nextZ=null,e*=2}while(t>1);return i}function Qu(i,t,e,n,s){return i=(i-e)*s|0,t=(t-n)*s|0,i=(i|i<<8)&16711935,i=(i|i<<4)&252645135,i=(i|i<<2)&858993459,i=(i|i<<1)&1431655765,t=(t|t<<8)&16711935,t=(t|t<<4)&252645135,t=(t|t<<2)&858993459,t=(t|t<<1)&1431655765,i|t<<1}function ey(i){let t=i,e=i;do(t.x<e.x||t.x===e.x&&t.y<e.y)&&(e=t),t=t.next;while(t!==i);return e}function Zm(i,t,e,n,s,r,o,a){return(s-o)*(t-a)>=(i-o)*(r-a)&&(i-o)*(n-a)>=(e-o)*(t-a)&&(e-o)*(r-a)>=(s-o)*(n-a)}function aa(i,t,e,n,s,r,o,a){return!(i===o&&t===a)&&Zm(i,t,e,n,s,r,o,a)}function ny(i,t){return i.next.i!==t.i&&i.prev.i!==t.i&&!iy(i,t)&&(La(i,t)&&La(t,i)&&sy(i,t)&&(sn(i.prev,i,t.prev)||sn(i,t.prev,t))||bo(i,t)&&sn(i.prev,i,i.next)>0&&sn(t.prev,t,t.next)>0)}function sn(i,t,e){return(t.y-i.y)*(e.x-t.x)-(t.x-i.x)*(e.y-t.y)}function bo(i,t){return i.x===t.x&&i.y===t.y}function Jm(i,t,e,n){let s=Hl(sn(i,t,e)),r=Hl(sn(i,t,n)),o=Hl(sn(e,n,i)),a=Hl(sn(e,n,t));return!!(s!==r&&o!==a||s===0&&Vl(i,e,t)||r===0&&Vl(i,n,t)||o===0&&Vl(e,i,n)||a===0&&Vl(e,t,n))}function Vl(i,t,e){return t.x<=Math.max(i.x,e.x)&&t.x>=Math.min(i.x,e.x)&&t.y<=Math.max(i.y,e.y)&&t.y>=Math.min(i.y,e.y)}function Hl(i){return i>0?1:i<0?-1:0}function iy(i,t){let e=i;do{if(e.i!==i.i&&e.next.i!==i.i&&e.i!==t.i&&e.next.i!==t.i&&Jm(e,e.next,i,t))return!0;e=e.next}while(e!==i);return!1}function La(i,t){return sn(i.prev,i,i.next)<0?sn(i,t,i.next)>=0&&sn(i,i.prev,t)>=0:sn(i,t,i.prev)<0||sn(i,i.next,t)<0}function sy(i,t){let e=i,n=!1,s=(i.x+t.x)/2,r=(i.y+t.y)/2;do e.y>r!=e.next.y>r&&e.next.y!==e.y&&s<(e.next.x-e.x)*(r-e.y)/(e.next.y-e.y)+e.x&&(n=!n),e=e.next;while(e!==i);return n}function Km(i,t){let e=td(i.i,i.x,i.y),n=td(t.i,t.x,t.y),s=i.next,r=t.prev;return i.next=t,t.prev=i,e.next=s,s.prev=e,n.next=e,e.prev=n,r.next=n,n.prev=r,n}function Kp(i,t,e,n){let s=td(i,t,e);return n?(s.next=n.next,s.prev=n,n.next.prev=s,n.next=s):(s.prev=s,s.next=s),s}function Da(i){i.next.prev=i.prev,i.prev.next=i.next,i.prevZ&&(i.prevZ.nextZ=i.nextZ),i.nextZ&&(i.nextZ.prevZ=i.prevZ)}function td(i,t,e){return{i,x:t,y:e,prev:null,next:null,z:0,prevZ:null,nextZ:null,steiner:!1}}function ry(i,t,e,n){let s=0;for(let r=t,o=e-n;r<e;r+=n)s+=(i[o]-i[r])*(i[r+1]+i[o+1]),o=r;return s}var ed=class{static triangulate(t,e,n=2){return Gx(t,e,n)}},wi=class i{static area(t){let e=t.length,n=0;for(let s=e-1,r=0;r<e;s=r++)n+=t[s].x*t[r].y-t[r].x*t[s].y;return n*.5}static isClockWise(t){return i.area(t)<0}static triangulateShape(t,e){let n=[],s=[],r=[];jp(t),Qp(n,t);let o=t.length;e.forEach(jp);for(let l=0;l<e.length;l++)s.push(o),o+=e[l].length,Qp(n,e[l]);let a=ed.triangulate(n,s);for(let l=0;l<a.length;l+=3)r.push(a.slice(l,l+3));return r}};function jp(i){let t=i.length;t>2&&i[t-1].equals(i[0])&&i.pop()}function Qp(i,t){for(let e=0;e<t.length;e++)i.push(t[e].x),i.push(t[e].y)}var Na=class i extends en{constructor(t=new xr([new pt(.5,.5),new pt(-.5,.5),new pt(-.5,-.5),new pt(.5,-.5)]),e={}){super(),this.type="ExtrudeGeometry",this.parameters={shapes:t,options:e},t=Array.isArray(t)?t:[t];let n=this,s=[],r=[];for(let a=0,l=t.length;a<l;a++){let c=t[a];o(c)}this.setAttribute("position",new _e(s,3)),this.setAttribute("uv",new _e(r,2)),this.computeVertexNormals();function o(a){let l=[],c=e.curveSegments!==void 0?e.curveSegments:12,h=e.steps!==void 0?e.steps:1,u=e.depth!==void 0?e.depth:1,d=e.bevelEnabled!==void 0?e.bevelEnabled:!0,f=e.bevelThickness!==void 0?e.bevelThickness:.2,m=e.bevelSize!==void 0?e.bevelSize:f-.1,_=e.bevelOffset!==void 0?e.bevelOffset:0,p=e.bevelSegments!==void 0?e.bevelSegments:3,g=e.extrudePath,v=e.UVGenerator!==void 0?e.UVGenerator:oy,E,S=!1,C,A,y,T;if(g){E=g.getSpacedPoints(h),S=!0,d=!1;let rt=g.isCatmullRomCurve3?g.closed:!1;C=g.computeFrenetFrames(h,rt),A=new R,y=new R,T=new R}d||(p=0,f=0,m=0,_=0);let O=a.extractPoints(c),L=O.shape,D=O.holes;if(!wi.isClockWise(L)){L=L.reverse();for(let rt=0,vt=D.length;rt<vt;rt++){let xt=D[rt];wi.isClockWise(xt)&&(D[rt]=xt.reverse())}}function G(rt){let xt=10000000000000001e-36,Bt=rt[0];for(let Dt=1;Dt<=rt.length;Dt++){let ee=Dt%rt.length,kt=rt[ee],ge=kt.x-Bt.x,ue=kt.y-Bt.y,ve=ge*ge+ue*ue,F=Math.max(Math.abs(kt.x),Math.abs(kt.y),Math.abs(Bt.x),Math.abs(Bt.y)),Mt=xt*F*F;if(ve<=Mt){rt.splice(ee,1),Dt--;continue}Bt=kt}}G(L),D.forEach(G);let N=D.length,H=L;for(let rt=0;rt<N;rt++){let vt=D[rt];L=L.concat(vt)}function q(rt,vt,xt){return vt||oe("ExtrudeGeometry: vec does not exist"),rt.clone().addScaledVector(vt,xt)}let V=L.length;function ct(rt,vt,xt){let Bt,Dt,ee,kt=rt.x-vt.x,ge=rt.y-vt.y,ue=xt.x-rt.x,ve=xt.y-rt.y,F=kt*kt+ge*ge,Mt=kt*ve-ge*ue;if(Math.abs(Mt)>Number.EPSILON){let Xt=Math.sqrt(F),ce=Math.sqrt(ue*ue+ve*ve),Et=vt.x-ge/Xt,Fe=vt.y+kt/Xt,$t=xt.x-ve/ce,Qt=xt.y+ue/ce,P=(($t-Et)*ve-(Qt-Fe)*ue)/(kt*ve-ge*ue);Bt=Et+kt*P-rt.x,Dt=Fe+ge*P-rt.y;let M=Bt*Bt+Dt*Dt;if(M<=2)return new pt(Bt,Dt);ee=Math.sqrt(M/2)}else{let Xt=!1;kt>Number.EPSILON?ue>Number.EPSILON&&(Xt=!0):kt<-Number.EPSILON?ue<-Number.EPSILON&&(Xt=!0):Math.sign(ge)===Math.sign(ve)&&(Xt=!0),Xt?(Bt=-ge,Dt=kt,ee=Math.sqrt(F)):(Bt=kt,Dt=ge,ee=Math.sqrt(F/2))}return new pt(Bt/ee,Dt/ee)}let Z=[];for(let rt=0,vt=H.length,xt=vt-1,Bt=rt+1;rt<vt;rt++,xt++,Bt++)xt===vt&&(xt=0),Bt===vt&&(Bt=0),Z[rt]=ct(H[rt],H[xt],H[Bt]);let j=[],tt,ft=Z.concat();for(let rt=0,vt=N;rt<vt;rt++){let xt=D[rt];tt=[];for(let Bt=0,Dt=xt.length,ee=Dt-1,kt=Bt+1;Bt<Dt;Bt++,ee++,kt++)ee===Dt&&(ee=0),kt===Dt&&(kt=0),tt[Bt]=ct(xt[Bt],xt[ee],xt[kt]);j.push(tt),ft=ft.concat(tt)}let ht;if(p===0)ht=wi.triangulateShape(H,D);else{let rt=[],vt=[];for(let xt=0;xt<p;xt++){let Bt=xt/p,Dt=f*Math.cos(Bt*Math.PI/2),ee=m*Math.sin(Bt*Math.PI/2)+_;for(let kt=0,ge=H.length;kt<ge;kt++){let ue=q(H[kt],Z[kt],ee);Ht(ue.x,ue.y,-Dt),Bt===0&&rt.push(ue)}for(let kt=0,ge=N;kt<ge;kt++){let ue=D[kt];tt=j[kt];let ve=[];for(let F=0,Mt=ue.length;F<Mt;F++){let Xt=q(ue[F],tt[F],ee);Ht(Xt.x,Xt.y,-Dt),Bt===0&&ve.push(Xt)}Bt===0&&vt.push(ve)}}ht=wi.triangulateShape(rt,vt)}let Q=ht.length,_t=m+_;for(let rt=0;rt<V;rt++){let vt=d?q(L[rt],ft[rt],_t):L[rt];S?(y.copy(C.normals[0]).multiplyScalar(vt.x),A.copy(C.binormals[0]).multiplyScalar(vt.y),T.copy(E[0]).add(y).add(A),Ht(T.x,T.y,T.z)):Ht(vt.x,vt.y,0)}for(let rt=1;rt<=h;rt++)for(let vt=0;vt<V;vt++){let xt=d?q(L[vt],ft[vt],_t):L[vt];S?(y.copy(C.normals[rt]).multiplyScalar(xt.x),A.copy(C.binormals[rt]).multiplyScalar(xt.y),T.copy(E[rt]).add(y).add(A),Ht(T.x,T.y,T.z)):Ht(xt.x,xt.y,u/h*rt)}for(let rt=p-1;rt>=0;rt--){let vt=rt/p,xt=f*Math.cos(vt*Math.PI/2),Bt=m*Math.sin(vt*Math.PI/2)+_;for(let Dt=0,ee=H.length;Dt<ee;Dt++){let kt=q(H[Dt],Z[Dt],Bt);Ht(kt.x,kt.y,u+xt)}for(let Dt=0,ee=D.length;Dt<ee;Dt++){let kt=D[Dt];tt=j[Dt];for(let ge=0,ue=kt.length;ge<ue;ge++){let ve=q(kt[ge],tt[ge],Bt);S?Ht(ve.x,ve.y+E[h-1].y,E[h-1].x+xt):Ht(ve.x,ve.y,u+xt)}}}yt(),Lt();function yt(){let rt=s.length/3;if(d){let vt=0,xt=V*vt;for(let Bt=0;Bt<Q;Bt++){let Dt=ht[Bt];ie(Dt[2]+xt,Dt[1]+xt,Dt[0]+xt)}vt=h+p*2,xt=V*vt;for(let Bt=0;Bt<Q;Bt++){let Dt=ht[Bt];ie(Dt[0]+xt,Dt[1]+xt,Dt[2]+xt)}}else{for(let vt=0;vt<Q;vt++){let xt=ht[vt];ie(xt[2],xt[1],xt[0])}for(let vt=0;vt<Q;vt++){let xt=ht[vt];ie(xt[0]+V*h,xt[1]+V*h,xt[2]+V*h)}}n.addGroup(rt,s.length/3-rt,0)}function Lt(){let rt=s.length/3,vt=0;wt(H,vt),vt+=H.length;for(let xt=0,Bt=D.length;xt<Bt;xt++){let Dt=D[xt];wt(Dt,vt),vt+=Dt.length}n.addGroup(rt,s.length/3-rt,1)}function wt(rt,vt){let xt=rt.length;for(;--xt>=0;){let Bt=xt,Dt=xt-1;Dt<0&&(Dt=rt.length-1);for(let ee=0,kt=h+p*2;ee<kt;ee++){let ge=V*ee,ue=V*(ee+1),ve=vt+Bt+ge,F=vt+Dt+ge,Mt=vt+Dt+ue,Xt=vt+Bt+ue;Jt(ve,F,Mt,Xt)}}}function Ht(rt,vt,xt){l.push(rt),l.push(vt),l.push(xt)}function ie(rt,vt,xt){se(rt),se(vt),se(xt);let Bt=s.length/3,Dt=v.generateTopUV(n,s,Bt-3,Bt-2,Bt-1);ne(Dt[0]),ne(Dt[1]),ne(Dt[2])}function Jt(rt,vt,xt,Bt){se(rt),se(vt),se(Bt),se(vt),se(xt),se(Bt);let Dt=s.length/3,ee=v.generateSideWallUV(n,s,Dt-6,Dt-3,Dt-2,Dt-1);ne(ee[0]),ne(ee[1]),ne(ee[3]),ne(ee[1]),ne(ee[2]),ne(ee[3])}function se(rt){s.push(l[rt*3+0]),s.push(l[rt*3+1]),s.push(l[rt*3+2])}function ne(rt){r.push(rt.x),r.push(rt.y)}}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON(),e=this.parameters.shapes,n=this.parameters.options;return ay(e,n,t)}static fromJSON(t,e){let n=[];for(let r=0,o=t.shapes.length;r<o;r++){let a=e[t.shapes[r]];n.push(a)}let s=t.options.extrudePath;return s!==void 0&&(t.options.extrudePath=new yc[s.type]().fromJSON(s)),new i(n,t.options)}},oy={generateTopUV:function(i,t,e,n,s){let r=t[e*3],o=t[e*3+1],a=t[n*3],l=t[n*3+1],c=t[s*3],h=t[s*3+1];return[new pt(r,o),new pt(a,l),new pt(c,h)]},generateSideWallUV:function(i,t,e,n,s,r){let o=t[e*3],a=t[e*3+1],l=t[e*3+2],c=t[n*3],h=t[n*3+1],u=t[n*3+2],d=t[s*3],f=t[s*3+1],m=t[s*3+2],_=t[r*3],p=t[r*3+1],g=t[r*3+2];return Math.abs(a-h)<Math.abs(o-c)?[new pt(o,1-l),new pt(c,1-u),new pt(d,1-m),new pt(_,1-g)]:[new pt(a,1-l),new pt(h,1-u),new pt(f,1-m),new pt(p,1-g)]}};function ay(i,t,e){if(e.shapes=[],Array.isArray(i))for(let n=0,s=i.length;n<s;n++){let r=i[n];e.shapes.push(r.uuid)}else e.shapes.push(i.uuid);return e.options=Object.assign({},t),t.extrudePath!==void 0&&(e.options.extrudePath=t.extrudePath.toJSON()),e}var vr=class i extends en{constructor(t=1,e=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:s};let r=t/2,o=e/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,u=t/a,d=e/l,f=[],m=[],_=[],p=[];for(let g=0;g<h;g++){let v=g*d-o;for(let E=0;E<c;E++){let S=E*u-r;m.push(S,-v,0),_.push(0,0,1),p.push(E/a),p.push(1-g/l)}}for(let g=0;g<l;g++)for(let v=0;v<a;v++){let E=v+c*g,S=v+c*(g+1),C=v+1+c*(g+1),A=v+1+c*g;f.push(E,S,A),f.push(S,C,A)}this.setIndex(f),this.setAttribute("position",new _e(m,3)),this.setAttribute("normal",new _e(_,3)),this.setAttribute("uv",new _e(p,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.widthSegments,t.heightSegments)}};var Ua=class i extends en{constructor(t=new xr([new pt(0,.5),new pt(-.5,-.5),new pt(.5,-.5)]),e=12){super(),this.type="ShapeGeometry",this.parameters={shapes:t,curveSegments:e};let n=[],s=[],r=[],o=[],a=0,l=0;if(Array.isArray(t)===!1)c(t);else for(let h=0;h<t.length;h++)c(t[h]),this.addGroup(a,l,h),a+=l,l=0;this.setIndex(n),this.setAttribute("position",new _e(s,3)),this.setAttribute("normal",new _e(r,3)),this.setAttribute("uv",new _e(o,2));function c(h){let u=s.length/3,d=h.extractPoints(e),f=d.shape,m=d.holes;wi.isClockWise(f)===!1&&(f=f.reverse());for(let p=0,g=m.length;p<g;p++){let v=m[p];wi.isClockWise(v)===!0&&(m[p]=v.reverse())}let _=wi.triangulateShape(f,m);for(let p=0,g=m.length;p<g;p++){let v=m[p];f=f.concat(v)}for(let p=0,g=f.length;p<g;p++){let v=f[p];s.push(v.x,v.y,0),r.push(0,0,1),o.push(v.x,v.y)}for(let p=0,g=_.length;p<g;p++){let v=_[p],E=v[0]+u,S=v[1]+u,C=v[2]+u;n.push(E,S,C),l+=3}}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON(),e=this.parameters.shapes;return ly(e,t)}static fromJSON(t,e){let n=[];for(let s=0,r=t.shapes.length;s<r;s++){let o=e[t.shapes[s]];n.push(o)}return new i(n,t.curveSegments)}};function ly(i,t){if(t.shapes=[],Array.isArray(i))for(let e=0,n=i.length;e<n;e++){let s=i[e];t.shapes.push(s.uuid)}else t.shapes.push(i.uuid);return t}var Sr=class i extends en{constructor(t=1,e=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new R,d=new R,f=[],m=[],_=[],p=[];for(let g=0;g<=n;g++){let v=[],E=g/n,S=o+E*a,C=t*Math.cos(S),A=Math.sqrt(t*t-C*C),y=0;g===0&&o===0?y=.5/e:g===n&&l===Math.PI&&(y=-.5/e);for(let T=0;T<=e;T++){let O=T/e,L=s+O*r;u.x=-A*Math.cos(L),u.y=C,u.z=A*Math.sin(L),m.push(u.x,u.y,u.z),d.copy(u).normalize(),_.push(d.x,d.y,d.z),p.push(O+y,1-E),v.push(c++)}h.push(v)}for(let g=0;g<n;g++)for(let v=0;v<e;v++){let E=h[g][v+1],S=h[g][v],C=h[g+1][v],A=h[g+1][v+1];(g!==0||o>0)&&f.push(E,S,A),(g!==n-1||l<Math.PI)&&f.push(S,C,A)}this.setIndex(f),this.setAttribute("position",new _e(m,3)),this.setAttribute("normal",new _e(_,3)),this.setAttribute("uv",new _e(p,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var Fa=class i extends en{constructor(t=1,e=.4,n=12,s=48,r=Math.PI*2,o=0,a=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:t,tube:e,radialSegments:n,tubularSegments:s,arc:r,thetaStart:o,thetaLength:a},n=Math.floor(n),s=Math.floor(s);let l=[],c=[],h=[],u=[],d=new R,f=new R,m=new R;for(let _=0;_<=n;_++){let p=o+_/n*a;for(let g=0;g<=s;g++){let v=g/s*r;f.x=(t+e*Math.cos(p))*Math.cos(v),f.y=(t+e*Math.cos(p))*Math.sin(v),f.z=e*Math.sin(p),c.push(f.x,f.y,f.z),d.x=t*Math.cos(v),d.y=t*Math.sin(v),m.subVectors(f,d).normalize(),h.push(m.x,m.y,m.z),u.push(g/s),u.push(_/n)}}for(let _=1;_<=n;_++)for(let p=1;p<=s;p++){let g=(s+1)*_+p-1,v=(s+1)*(_-1)+p-1,E=(s+1)*(_-1)+p,S=(s+1)*_+p;l.push(g,v,S),l.push(v,E,S)}this.setIndex(l),this.setAttribute("position",new _e(c,3)),this.setAttribute("normal",new _e(h,3)),this.setAttribute("uv",new _e(u,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.tube,t.radialSegments,t.tubularSegments,t.arc,t.thetaStart,t.thetaLength)}};var Mr=class i extends en{constructor(t=new Ca(new R(-1,-1,0),new R(-1,1,0),new R(1,1,0)),e=64,n=1,s=8,r=!1){super(),this.type="TubeGeometry",this.parameters={path:t,tubularSegments:e,radius:n,radialSegments:s,closed:r};let o=t.computeFrenetFrames(e,r);this.tangents=o.tangents,this.normals=o.normals,this.binormals=o.binormals;let a=new R,l=new R,c=new pt,h=new R,u=[],d=[],f=[],m=[];_(),this.setIndex(m),this.setAttribute("position",new _e(u,3)),this.setAttribute("normal",new _e(d,3)),this.setAttribute("uv",new _e(f,2));function _(){for(let E=0;E<e;E++)p(E);p(r===!1?e:0),v(),g()}function p(E){h=t.getPointAt(E/e,h);let S=o.normals[E],C=o.binormals[E];for(let A=0;A<=s;A++){let y=A/s*Math.PI*2,T=Math.sin(y),O=-Math.cos(y);l.x=O*S.x+T*C.x,l.y=O*S.y+T*C.y,l.z=O*S.z+T*C.z,l.normalize(),d.push(l.x,l.y,l.z),a.x=h.x+n*l.x,a.y=h.y+n*l.y,a.z=h.z+n*l.z,u.push(a.x,a.y,a.z)}}function g(){for(let E=1;E<=e;E++)for(let S=1;S<=s;S++){let C=(s+1)*(E-1)+(S-1),A=(s+1)*E+(S-1),y=(s+1)*E+S,T=(s+1)*(E-1)+S;m.push(C,A,T),m.push(A,y,T)}}function v(){for(let E=0;E<=e;E++)for(let S=0;S<=s;S++)c.x=E/e,c.y=S/s,f.push(c.x,c.y)}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON();return t.path=this.parameters.path.toJSON(),t}static fromJSON(t){return new i(new yc[t.path.type]().fromJSON(t.path),t.tubularSegments,t.radius,t.radialSegments,t.closed)}},Oa=class extends en{constructor(t=null){if(super(),this.type="WireframeGeometry",this.parameters={geometry:t},t!==null){let e=[],n=new Set,s=new R,r=new R;if(t.index!==null){let o=t.attributes.position,a=t.index,l=t.groups;l.length===0&&(l=[{start:0,count:a.count,materialIndex:0}]);for(let c=0,h=l.length;c<h;++c){let u=l[c],d=u.start,f=u.count;for(let m=d,_=d+f;m<_;m+=3)for(let p=0;p<3;p++){let g=a.getX(m+p),v=a.getX(m+(p+1)%3);s.fromBufferAttribute(o,g),r.fromBufferAttribute(o,v),tm(s,r,n)===!0&&(e.push(s.x,s.y,s.z),e.push(r.x,r.y,r.z))}}}else{let o=t.attributes.position;for(let a=0,l=o.count/3;a<l;a++)for(let c=0;c<3;c++){let h=3*a+c,u=3*a+(c+1)%3;s.fromBufferAttribute(o,h),r.fromBufferAttribute(o,u),tm(s,r,n)===!0&&(e.push(s.x,s.y,s.z),e.push(r.x,r.y,r.z))}}this.setAttribute("position",new _e(e,3))}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}};function tm(i,t,e){let n=`${i.x},${i.y},${i.z}-${t.x},${t.y},${t.z}`,s=`${t.x},${t.y},${t.z}-${i.x},${i.y},${i.z}`;return e.has(n)===!0||e.has(s)===!0?!1:(e.add(n),e.add(s),!0)}var Ba=class extends ss{constructor(t){super(),this.isShadowMaterial=!0,this.type="ShadowMaterial",this.color=new pe(0),this.transparent=!0,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.fog=t.fog,this}};function Rr(i){let t={};for(let e in i){t[e]={};for(let n in i[e]){let s=i[e][n];if(em(s))s.isRenderTargetTexture?(te("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=s.clone();else if(Array.isArray(s))if(em(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();t[e][n]=r}else t[e][n]=s.slice();else t[e][n]=s}}return t}function Vn(i){let t={};for(let e=0;e<i.length;e++){let n=Rr(i[e]);for(let s in n)t[s]=n[s]}return t}function em(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function cy(i){let t=[];for(let e=0;e<i.length;e++)t.push(i[e].clone());return t}function kd(i){let t=i.getRenderTarget();return t===null?i.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:Re.workingColorSpace}var il={clone:Rr,merge:Vn},hy=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,uy=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Ei=class extends ss{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=hy,this.fragmentShader=uy,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=Rr(t.uniforms),this.uniformsGroups=cy(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this.defaultAttributeValues=Object.assign({},t.defaultAttributeValues),this.index0AttributeName=t.index0AttributeName,this.uniformsNeedUpdate=t.uniformsNeedUpdate,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?e.uniforms[s]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[s]={type:"m4",value:o.toArray()}:e.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}fromJSON(t,e){if(super.fromJSON(t,e),t.uniforms!==void 0)for(let n in t.uniforms){let s=t.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=e[s.value]||null;break;case"c":this.uniforms[n].value=new pe().setHex(s.value);break;case"v2":this.uniforms[n].value=new pt().fromArray(s.value);break;case"v3":this.uniforms[n].value=new R().fromArray(s.value);break;case"v4":this.uniforms[n].value=new Be().fromArray(s.value);break;case"m3":this.uniforms[n].value=new fe().fromArray(s.value);break;case"m4":this.uniforms[n].value=new Ie().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(t.defines!==void 0&&(this.defines=t.defines),t.vertexShader!==void 0&&(this.vertexShader=t.vertexShader),t.fragmentShader!==void 0&&(this.fragmentShader=t.fragmentShader),t.glslVersion!==void 0&&(this.glslVersion=t.glslVersion),t.extensions!==void 0)for(let n in t.extensions)this.extensions[n]=t.extensions[n];return t.lights!==void 0&&(this.lights=t.lights),t.clipping!==void 0&&(this.clipping=t.clipping),this}},Sc=class extends Ei{constructor(t){super(t),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},rs=class extends ss{constructor(t){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new pe(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new pe(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Mh,this.normalScale=new pt(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ws,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.defines={STANDARD:""},this.color.copy(t.color),this.roughness=t.roughness,this.metalness=t.metalness,this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.roughnessMap=t.roughnessMap,this.metalnessMap=t.metalnessMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.envMapIntensity=t.envMapIntensity,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}};var Mc=class extends ss{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=Um,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},bc=class extends ss{constructor(t){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}};function ao(i,t){return!i||i.constructor===t?i:typeof t.BYTES_PER_ELEMENT=="number"?new t(i):Array.prototype.slice.call(i)}function Gl(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var Js=class{constructor(t,e,n,s){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new e.constructor(n),this.sampleValues=e,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,n=this._cachedIndex,s=e[n],r=e[n-1];n:{t:{let o;e:{i:if(!(t<s)){for(let a=n+2;;){if(s===void 0){if(t<r)break i;return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=e[++n],t<s)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=e[--n-1],t>=r)break t}o=n,n=0;break e}break n}for(;n<o;){let a=n+o>>>1;t<e[a]?o=a:n=a+1}if(s=e[n],r=e[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,t,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=t*s;for(let o=0;o!==s;++o)e[o]=n[r+o];return e}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},wc=class extends Js{constructor(t,e,n,s){super(t,e,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Ju,endingEnd:Ju}}intervalChanged_(t,e,n){let s=this.parameterPositions,r=t-2,o=t+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case Ku:r=t,a=2*e-n;break;case ju:r=s.length-2,a=e+s[r]-s[r+1];break;default:r=t,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case Ku:o=t,l=2*n-e;break;case ju:o=1,l=n+s[1]-s[0];break;default:o=t-1,l=e}let c=(n-e)*.5,h=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,m=(n-e)/(s-e),_=m*m,p=_*m,g=-d*p+2*d*_-d*m,v=(1+d)*p+(-1.5-2*d)*_+(-.5+d)*m+1,E=(-1-f)*p+(1.5+f)*_+.5*m,S=f*p-f*_;for(let C=0;C!==a;++C)r[C]=g*o[h+C]+v*o[c+C]+E*o[l+C]+S*o[u+C];return r}},Ec=class extends Js{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=(n-e)/(s-e),u=1-h;for(let d=0;d!==a;++d)r[d]=o[c+d]*u+o[l+d]*h;return r}},Tc=class extends Js{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t){return this.copySampleValue_(t-1)}},Ac=class extends Js{interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this.inTangents,u=this.outTangents;if(!h||!u){let m=(n-e)/(s-e),_=1-m;for(let p=0;p!==a;++p)r[p]=o[c+p]*_+o[l+p]*m;return r}let d=a*2,f=t-1;for(let m=0;m!==a;++m){let _=o[c+m],p=o[l+m],g=f*d+m*2,v=u[g],E=u[g+1],S=t*d+m*2,C=h[S],A=h[S+1],y=fy(n,e,v,C,s);r[m]=jm(y,_,E,A,p)}return r}};function jm(i,t,e,n,s){let r=1-i;return r*r*r*t+3*r*r*i*e+3*r*i*i*n+i*i*i*s}function dy(i,t,e,n,s){let r=1-i;return 3*r*r*(e-t)+6*r*i*(n-e)+3*i*i*(s-n)}function fy(i,t,e,n,s){let r=(i-t)/(s-t);for(let o=0;o<8;o++){let a=jm(r,t,e,n,s)-i;if(Math.abs(a)<1e-10)break;let l=dy(r,t,e,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var gi=class{constructor(t,e,n,s){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=ao(e,this.TimeBufferType),this.values=ao(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,n;if(e.toJSON!==this.toJSON)n=e.toJSON(t);else{n={name:t.name,times:ao(t.times,Array),values:ao(t.values,Array)};let s=t.getInterpolation();s!==t.DefaultInterpolation&&(n.interpolation=s),Gl(t.settings)&&(n.settings={inTangents:ao(t.settings.inTangents,Array),outTangents:ao(t.settings.outTangents,Array)})}return n.type=t.ValueTypeName,n}InterpolantFactoryMethodDiscrete(t){return new Tc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new Ec(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new wc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodBezier(t){let e=new Ac(this.times,this.values,this.getValueSize(),t);return this.settings&&(e.inTangents=this.settings.inTangents,e.outTangents=this.settings.outTangents),e}setInterpolation(t){let e;switch(t){case fa:e=this.InterpolantFactoryMethodDiscrete;break;case sc:e=this.InterpolantFactoryMethodLinear;break;case Yl:e=this.InterpolantFactoryMethodSmooth;break;case Zu:e=this.InterpolantFactoryMethodBezier;break}if(e===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return te("KeyframeTrack:",n),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return fa;case this.InterpolantFactoryMethodLinear:return sc;case this.InterpolantFactoryMethodSmooth:return Yl;case this.InterpolantFactoryMethodBezier:return Zu}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]+=t;Gl(this.settings)&&(nm(this.settings.inTangents,t),nm(this.settings.outTangents,t))}return this}scale(t){if(t!==1){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]*=t;Gl(this.settings)&&(im(this.settings.inTangents,t),im(this.settings.outTangents,t))}return this}trim(t,e){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<t;)++r;for(;o!==-1&&n[o]>e;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(oe("KeyframeTrack: Invalid value size in track.",this),t=!1);let n=this.times,s=this.values,r=n.length;r===0&&(oe("KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){oe("KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){oe("KeyframeTrack: Out of order keys.",this,a,l,o),t=!1;break}o=l}if(s!==void 0&&nx(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){oe("KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===Yl,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],h=t[a+1];if(c!==h&&(a!==1||c!==t[0]))if(s)l=!0;else{let u=a*n,d=u-n,f=u+n;for(let m=0;m!==n;++m){let _=e[u+m];if(_!==e[d+m]||_!==e[f+m]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let u=a*n,d=o*n;for(let f=0;f!==n;++f)e[d+f]=e[u+f]}++o}}if(r>0){t[o]=t[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*n)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),n=this.constructor,s=new n(this.name,t,e);return s.createInterpolant=this.createInterpolant,Gl(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function nm(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]+=t}function im(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]*=t}gi.prototype.ValueTypeName="";gi.prototype.TimeBufferType=Float32Array;gi.prototype.ValueBufferType=Float32Array;gi.prototype.DefaultInterpolation=sc;var Ks=class extends gi{constructor(t,e,n){super(t,e,n)}};Ks.prototype.ValueTypeName="bool";Ks.prototype.ValueBufferType=Array;Ks.prototype.DefaultInterpolation=fa;Ks.prototype.InterpolantFactoryMethodLinear=void 0;Ks.prototype.InterpolantFactoryMethodSmooth=void 0;var Rc=class extends gi{constructor(t,e,n,s){super(t,e,n,s)}};Rc.prototype.ValueTypeName="color";var Cc=class extends gi{constructor(t,e,n,s){super(t,e,n,s)}};Cc.prototype.ValueTypeName="number";var Pc=class extends Js{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-e)/(s-e),c=t*a;for(let h=c+a;c!==h;c+=4)Ee.slerpFlat(r,0,o,c-a,o,c,l);return r}},ka=class extends gi{constructor(t,e,n,s){super(t,e,n,s)}InterpolantFactoryMethodLinear(t){return new Pc(this.times,this.values,this.getValueSize(),t)}};ka.prototype.ValueTypeName="quaternion";ka.prototype.InterpolantFactoryMethodSmooth=void 0;var js=class extends gi{constructor(t,e,n){super(t,e,n)}};js.prototype.ValueTypeName="string";js.prototype.ValueBufferType=Array;js.prototype.DefaultInterpolation=fa;js.prototype.InterpolantFactoryMethodLinear=void 0;js.prototype.InterpolantFactoryMethodSmooth=void 0;var Ic=class extends gi{constructor(t,e,n,s){super(t,e,n,s)}};Ic.prototype.ValueTypeName="vector";var Lc=class{constructor(t,e,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=c.length;u<d;u+=2){let f=c[u],m=c[u+1];if(f.global&&(f.lastIndex=0),f.test(h))return m}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},Qm=new Lc,Dc=class{constructor(t){this.manager=t!==void 0?t:Qm,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(t,e){let n=this;return new Promise(function(s,r){n.load(t,s,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}setPriority(t){return this.priority=t,this}setCache(t){return this.cache=t,this}abort(){return this}};Dc.DEFAULT_MATERIAL_NAME="__DEFAULT";var za=class extends In{static registerNode(t){this.prototype._lightNode=t}constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new pe(t),this.intensity=e}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,e}},Va=class extends za{constructor(t,e,n){super(t,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(In.DEFAULT_UP),this.updateMatrix(),this.groundColor=new pe(e)}copy(t,e){return super.copy(t,e),this.groundColor.copy(t.groundColor),this}toJSON(t){let e=super.toJSON(t);return e.object.groundColor=this.groundColor.getHex(),e}},Yu=new Ie,sm=new R,rm=new R,Nc=class{constructor(t){this.camera=t,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new pt(512,512),this.mapType=ii,this.map=null,this.mapPass=null,this.matrix=new Ie,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new $s,this._frameExtents=new pt(1,1),this._viewportCount=1,this._viewports=[new Be(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(t){let e=this.camera;sm.setFromMatrixPosition(t.matrixWorld),e.position.copy(sm),rm.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(rm),e.updateMatrixWorld(),this._updateMatrix(e,this.matrix,this._frustum)}_updateMatrix(t,e,n,s){Yu.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),n.setFromProjectionMatrix(Yu,t.coordinateSystem,t.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;t.coordinateSystem===mo||t.reversedDepth?e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),e.multiply(Yu)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.autoUpdate=t.autoUpdate,this.needsUpdate=t.needsUpdate,this.normalBias=t.normalBias,this.blurSamples=t.blurSamples,this.mapSize.copy(t.mapSize),this.mapType=t.mapType,this.biasNode=t.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return t.intensity=this.intensity,t.bias=this.bias,t.normalBias=this.normalBias,t.radius=this.radius,t.blurSamples=this.blurSamples,t.mapSize=this.mapSize.toArray(),t.mapType=this.mapType,t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}},Wl=new R,Xl=new Ee,es=new R,Ha=class extends In{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Ie,this.projectionMatrix=new Ie,this.projectionMatrixInverse=new Ie,this.coordinateSystem=bi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorld.decompose(Wl,Xl,es),es.x===1&&es.y===1&&es.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Wl,Xl,es.set(1,1,1)).invert()}updateWorldMatrix(t,e,n=!1){super.updateWorldMatrix(t,e,n),this.matrixWorld.decompose(Wl,Xl,es),es.x===1&&es.y===1&&es.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Wl,Xl,es.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},qs=new R,om=new pt,am=new pt,Jn=class extends Ha{constructor(t=50,e=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=_o*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(ca*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return _o*2*Math.atan(Math.tan(ca*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){qs.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(qs.x,qs.y).multiplyScalar(-t/qs.z),qs.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(qs.x,qs.y).multiplyScalar(-t/qs.z)}getViewSize(t,e){return this.getViewBounds(t,om,am),e.subVectors(am,om)}setViewOffset(t,e,n,s,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(ca*.5*this.fov)/this.zoom,n=2*e,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,e-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,e,e-n,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}};var Ga=class extends Ha{constructor(t=-1,e=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-t,o=n+t,a=s+e,l=s-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},nd=class extends Nc{constructor(){super(new Ga(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},Wa=class extends za{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(In.DEFAULT_UP),this.updateMatrix(),this.target=new In,this.shadow=new nd}dispose(){super.dispose(),this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}toJSON(t){let e=super.toJSON(t);return e.object.shadow=this.shadow.toJSON(),e.object.target=this.target.uuid,e}};var Xa=class extends en{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(t){return super.copy(t),this.instanceCount=t.instanceCount,this}toJSON(){let t=super.toJSON();return t.instanceCount=this.instanceCount,t.isInstancedBufferGeometry=!0,t}};var lo=-90,co=1,wo=class extends In{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new Jn(lo,co,t,e);s.layers=this.layers,this.add(s);let r=new Jn(lo,co,t,e);r.layers=this.layers,this.add(r);let o=new Jn(lo,co,t,e);o.layers=this.layers,this.add(o);let a=new Jn(lo,co,t,e);a.layers=this.layers,this.add(a);let l=new Jn(lo,co,t,e);l.layers=this.layers,this.add(l);let c=new Jn(lo,co,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[n,s,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===bi)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===mo)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=t.getRenderTarget(),d=t.getActiveCubeFace(),f=t.getActiveMipmapLevel(),m=t.xr.enabled;t.xr.enabled=!1;let _=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let p=!1;t.isWebGLRenderer===!0?p=t.state.buffers.depth.getReversed():p=t.reversedDepthBuffer,t.setRenderTarget(n,0,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,r),t.setRenderTarget(n,1,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,o),t.setRenderTarget(n,2,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,a),t.setRenderTarget(n,3,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,l),t.setRenderTarget(n,4,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,c),n.texture.mipmapsAutoUpdate=_,t.setRenderTarget(n,5,s),p&&t.autoClear===!1&&t.clearDepth(),t.render(e,h),t.setRenderTarget(u,d,f),t.xr.enabled=m,n.texture.needsPMREMUpdate=!0}},Uc=class extends Jn{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t,this.perCameraFrustumCulled=!1}};var zd="\\[\\]\\.:\\/",py=new RegExp("["+zd+"]","g"),Vd="[^"+zd+"]",my="[^"+zd.replace("\\.","")+"]",gy=/((?:WC+[\/:])*)/.source.replace("WC",Vd),_y=/(WCOD+)?/.source.replace("WCOD",my),xy=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",Vd),yy=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",Vd),vy=new RegExp("^"+gy+_y+xy+yy+"$"),Sy=["material","materials","bones","map"],id=class{constructor(t,e,n){let s=n||Ke.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,s)}getValue(t,e){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(t,e)}setValue(t,e){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].unbind()}},Ke=class i{constructor(t,e,n){this.path=e,this.parsedPath=n||i.parseTrackName(e),this.node=i.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,n){return t&&t.isAnimationObjectGroup?new i.Composite(t,e,n):new i(t,e,n)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(py,"")}static parseTrackName(t){let e=vy.exec(t);if(e===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+t);let n={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);Sy.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+t);return n}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let n=t.skeleton.getBoneByName(e);if(n!==void 0)return n}if(t.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=n(a.children);if(l)return l}return null},s=n(t.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)t[e++]=n[s]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,n=e.objectName,s=e.propertyName,r=e.propertyIndex;if(t||(t=i.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){te("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=e.objectIndex;switch(n){case"materials":if(!t.material){oe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){oe("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){oe("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let h=0;h<t.length;h++)if(t[h].name===c){c=h;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){oe("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){oe("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[n]===void 0){oe("PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[n]}if(c!==void 0){if(t[c]===void 0){oe("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[s];if(o===void 0){let c=e.nodeName;oe("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?a=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!t.geometry){oe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){oe("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};Ke.Composite=id;Ke.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};Ke.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};Ke.prototype.GetterByBindingType=[Ke.prototype._getValue_direct,Ke.prototype._getValue_array,Ke.prototype._getValue_arrayElement,Ke.prototype._getValue_toArray];Ke.prototype.SetterByBindingTypeAndVersioning=[[Ke.prototype._setValue_direct,Ke.prototype._setValue_direct_setNeedsUpdate,Ke.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[Ke.prototype._setValue_array,Ke.prototype._setValue_array_setNeedsUpdate,Ke.prototype._setValue_array_setMatrixWorldNeedsUpdate],[Ke.prototype._setValue_arrayElement,Ke.prototype._setValue_arrayElement_setNeedsUpdate,Ke.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[Ke.prototype._setValue_fromArray,Ke.prototype._setValue_fromArray_setNeedsUpdate,Ke.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var vT=new Float32Array(1);var Qs=class extends lc{constructor(t,e,n=1){super(t,e),this.isInstancedInterleavedBuffer=!0,this.meshPerAttribute=n}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}clone(t){let e=super.clone(t);return e.meshPerAttribute=this.meshPerAttribute,e}toJSON(t){let e=super.toJSON(t);return e.isInstancedInterleavedBuffer=!0,e.meshPerAttribute=this.meshPerAttribute,e}};var lm=new Ie,qa=class{constructor(t,e,n=0,s=1/0){this.ray=new Ys(t,e),this.near=n,this.far=s,this.camera=null,this.layers=new yo,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(t,e){this.ray.set(t,e)}setFromCamera(t,e){e.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(t.x,t.y,.5).unproject(e).sub(this.ray.origin).normalize(),this.camera=e):e.isOrthographicCamera?(this.ray.origin.set(t.x,t.y,e.projectionMatrix.elements[14]).unproject(e),this.ray.direction.set(0,0,-1).transformDirection(e.matrixWorld),this.camera=e):oe("Raycaster: Unsupported camera type: "+e.type)}setFromXRController(t){return lm.identity().extractRotation(t.matrixWorld),this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(lm),this}intersectObject(t,e=!0,n=[]){return sd(t,this,n,e),n.sort(cm),n}intersectObjects(t,e=!0,n=[]){for(let s=0,r=t.length;s<r;s++)sd(t[s],this,n,e);return n.sort(cm),n}};function cm(i,t){return i.distance-t.distance}function sd(i,t,e,n){let s=!0;if(i.layers.test(t.layers)&&i.raycast(t,e)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)sd(r[o],t,e,!0)}}var Eo=class{constructor(t=1,e=0,n=0){this.radius=t,this.phi=e,this.theta=n}set(t,e,n){return this.radius=t,this.phi=e,this.theta=n,this}copy(t){return this.radius=t.radius,this.phi=t.phi,this.theta=t.theta,this}makeSafe(){return this.phi=de(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(t){return this.setFromCartesianCoords(t.x,t.y,t.z)}setFromCartesianCoords(t,e,n){return this.radius=Math.sqrt(t*t+e*e+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(t,n),this.phi=Math.acos(de(e/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var Yd=class Yd{constructor(t,e,n,s){this.elements=[1,0,0,1],t!==void 0&&this.set(t,e,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(t,e=0){for(let n=0;n<4;n++)this.elements[n]=t[n+e];return this}set(t,e,n,s){let r=this.elements;return r[0]=t,r[2]=e,r[1]=n,r[3]=s,this}};Yd.prototype.isMatrix2=!0;var rd=Yd;var hm=new R,ql=new R,ho=new R,uo=new R,$u=new R,My=new R,by=new R,As=class{constructor(t=new R,e=new R){this.start=t,this.end=e}set(t,e){return this.start.copy(t),this.end.copy(e),this}copy(t){return this.start.copy(t.start),this.end.copy(t.end),this}getCenter(t){return t.addVectors(this.start,this.end).multiplyScalar(.5)}delta(t){return t.subVectors(this.end,this.start)}distanceSq(){return this.start.distanceToSquared(this.end)}distance(){return this.start.distanceTo(this.end)}at(t,e){return this.delta(e).multiplyScalar(t).add(this.start)}closestPointToPointParameter(t,e){hm.subVectors(t,this.start),ql.subVectors(this.end,this.start);let n=ql.dot(ql);if(n===0)return 0;let r=ql.dot(hm)/n;return e&&(r=de(r,0,1)),r}closestPointToPoint(t,e,n){let s=this.closestPointToPointParameter(t,e);return this.delta(n).multiplyScalar(s).add(this.start)}distanceSqToLine3(t,e=My,n=by){let s=10000000000000001e-32,r,o,a=this.start,l=t.start,c=this.end,h=t.end;ho.subVectors(c,a),uo.subVectors(h,l),$u.subVectors(a,l);let u=ho.dot(ho),d=uo.dot(uo),f=uo.dot($u);if(u<=s&&d<=s)return e.copy(a),n.copy(l),e.distanceToSquared(n);if(u<=s)r=0,o=f/d,o=de(o,0,1);else{let m=ho.dot($u);if(d<=s)o=0,r=de(-m/u,0,1);else{let _=ho.dot(uo),p=u*d-_*_;p!==0?r=de((_*f-m*d)/p,0,1):r=0,o=(_*r+f)/d,o<0?(o=0,r=de(-m/u,0,1)):o>1&&(o=1,r=de((_-m)/u,0,1))}}return e.copy(a).addScaledVector(ho,r),n.copy(l).addScaledVector(uo,o),e.distanceToSquared(n)}applyMatrix4(t){return this.start.applyMatrix4(t),this.end.applyMatrix4(t),this}equals(t){return t.start.equals(this.start)&&t.end.equals(this.end)}clone(){return new this.constructor().copy(this)}};var Ya=class extends So{constructor(t=10,e=10,n=4473924,s=8947848){n=new pe(n),s=new pe(s);let r=e/2,o=t/e,a=t/2,l=[],c=[];for(let d=0,f=0,m=-a;d<=e;d++,m+=o){l.push(-a,0,m,a,0,m),l.push(m,0,-a,m,0,a);let _=d===r?n:s;_.toArray(c,f),f+=3,_.toArray(c,f),f+=3,_.toArray(c,f),f+=3,_.toArray(c,f),f+=3}let h=new en;h.setAttribute("position",new _e(l,3)),h.setAttribute("color",new _e(c,3));let u=new gr({vertexColors:!0,toneMapped:!1});super(h,u),this.type="GridHelper"}dispose(){super.dispose(),this.geometry.dispose(),this.material.dispose()}};var $a=class extends Ni{constructor(t,e=null){super(),this.object=t,this.domElement=e,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(t){this.domElement!==null&&this.disconnect(),this.domElement=t}disconnect(){}dispose(){}update(){}};function Hd(i,t,e,n){let s=wy(n);switch(e){case Ed:return i*t;case Ad:return i*t/s.components*s.byteLength;case Gc:return i*t/s.components*s.byteLength;case ir:return i*t*2/s.components*s.byteLength;case Wc:return i*t*2/s.components*s.byteLength;case Td:return i*t*3/s.components*s.byteLength;case zi:return i*t*4/s.components*s.byteLength;case Xc:return i*t*4/s.components*s.byteLength;case Ja:case Ka:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case ja:case Qa:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Yc:case Zc:return Math.max(i,16)*Math.max(t,8)/4;case qc:case $c:return Math.max(i,8)*Math.max(t,8)/2;case Jc:case Kc:case Qc:case th:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case jc:case tl:case eh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case nh:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case ih:return Math.floor((i+4)/5)*Math.floor((t+3)/4)*16;case sh:return Math.floor((i+4)/5)*Math.floor((t+4)/5)*16;case rh:return Math.floor((i+5)/6)*Math.floor((t+4)/5)*16;case oh:return Math.floor((i+5)/6)*Math.floor((t+5)/6)*16;case ah:return Math.floor((i+7)/8)*Math.floor((t+4)/5)*16;case lh:return Math.floor((i+7)/8)*Math.floor((t+5)/6)*16;case ch:return Math.floor((i+7)/8)*Math.floor((t+7)/8)*16;case hh:return Math.floor((i+9)/10)*Math.floor((t+4)/5)*16;case uh:return Math.floor((i+9)/10)*Math.floor((t+5)/6)*16;case dh:return Math.floor((i+9)/10)*Math.floor((t+7)/8)*16;case fh:return Math.floor((i+9)/10)*Math.floor((t+9)/10)*16;case ph:return Math.floor((i+11)/12)*Math.floor((t+9)/10)*16;case mh:return Math.floor((i+11)/12)*Math.floor((t+11)/12)*16;case gh:case _h:case xh:return Math.ceil(i/4)*Math.ceil(t/4)*16;case yh:case vh:return Math.ceil(i/4)*Math.ceil(t/4)*8;case el:case Sh:return Math.ceil(i/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function wy(i){switch(i){case ii:case Sd:return{byteLength:1,components:1};case Co:case Md:case ki:return{byteLength:2,components:1};case Vc:case Hc:return{byteLength:2,components:4};case Oi:case zc:case Bi:return{byteLength:4,components:1};case bd:case wd:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?te("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function Sg(){let i=null,t=!1,e=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),e(r,o)}return{start:function(){t!==!0&&e!==null&&i!==null&&(n=i.requestAnimationFrame(s),t=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){i=r}}}function Ty(i){let t=new WeakMap;function e(a,l){let c=a.array,h=a.usage,u=c.byteLength,d=i.createBuffer();i.bindBuffer(l,d),i.bufferData(l,c,h),a.onUploadCallback();let f;if(c instanceof Float32Array)f=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=i.HALF_FLOAT:f=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=i.SHORT;else if(c instanceof Uint32Array)f=i.UNSIGNED_INT;else if(c instanceof Int32Array)f=i.INT;else if(c instanceof Int8Array)f=i.BYTE;else if(c instanceof Uint8Array)f=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(i.bindBuffer(c,a),u.length===0)i.bufferSubData(c,0,h);else{u.sort((f,m)=>f.start-m.start);let d=0;for(let f=1;f<u.length;f++){let m=u[d],_=u[f];_.start<=m.start+m.count+1?m.count=Math.max(m.count,_.start+_.count-m.start):(++d,u[d]=_)}u.length=d+1;for(let f=0,m=u.length;f<m;f++){let _=u[f];i.bufferSubData(c,_.start*h.BYTES_PER_ELEMENT,h,_.start,_.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(i.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=t.get(a);(!h||h.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var Ay=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Ry=`#ifdef USE_ALPHAHASH
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
#endif`,Cy=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Py=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Iy=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,Ly=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,Dy=`#ifdef USE_AOMAP
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
#endif`,Ny=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Uy=`#ifdef USE_BATCHING
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
#endif`,Fy=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,Oy=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,By=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,ky=`float G_BlinnPhong_Implicit( ) {
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
} // validated`,zy=`#ifdef USE_IRIDESCENCE
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
#endif`,Vy=`#ifdef USE_BUMPMAP
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
#endif`,Hy=`#if NUM_CLIPPING_PLANES > 0
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
#endif`,Gy=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,Wy=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,Xy=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,qy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,Yy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,$y=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,Zy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
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
#endif`,Jy=`#define PI 3.141592653589793
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
} // validated`,Ky=`vec3 transformedNormal = objectNormal;
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
#endif`,jy=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,Qy=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,tv=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,ev=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,nv="gl_FragColor = linearToOutputTexel( gl_FragColor );",iv=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,sv=`#ifdef USE_ENVMAP
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
#endif`,rv=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,ov=`#ifdef USE_ENVMAP
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
#endif`,av=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,lv=`#ifdef USE_ENVMAP
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
#endif`,cv=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,hv=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,uv=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,dv=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,fv=`#ifdef USE_GRADIENTMAP
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
}`,pv=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,mv=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,gv=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,_v=`uniform bool receiveShadow;
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
#include <lightprobes_pars_fragment>`,xv=`#ifdef USE_ENVMAP
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
#endif`,yv=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,vv=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,Sv=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,Mv=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,bv=`PhysicalMaterial material;
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
#endif`,wv=`uniform sampler2D dfgLUT;
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
}`,Ev=`
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
#endif`,Tv=`#if defined( RE_IndirectDiffuse )
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
#endif`,Av=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Rv=`#if NUM_LIGHT_PROBE_GRIDS > 0
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
#endif`,Cv=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,Pv=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Iv=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Lv=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Dv=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,Nv=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,Uv=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
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
#endif`,Fv=`#if defined( USE_POINTS_UV )
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
#endif`,Ov=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,Bv=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,kv=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,zv=`#if defined( USE_MORPHCOLORS )
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
#endif`,Vv=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Hv=`#ifdef USE_MORPHTARGETS
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
#endif`,Gv=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Wv=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
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
vec3 nonPerturbedNormal = normal;`,Xv=`#ifdef USE_NORMALMAP_OBJECTSPACE
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
#endif`,qv=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,Yv=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,$v=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,Zv=`#ifdef USE_NORMALMAP
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
#endif`,Jv=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,Kv=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,jv=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,Qv=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,tS=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,eS=`vec3 packNormalToRGB( const in vec3 normal ) {
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
}`,nS=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,iS=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,sS=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,rS=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,oS=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,aS=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,lS=`#if NUM_SPOT_LIGHT_COORDS > 0
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
#endif`,cS=`#if NUM_SPOT_LIGHT_COORDS > 0
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
#endif`,hS=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
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
#endif`,uS=`float getShadowMask() {
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
}`,dS=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,fS=`#ifdef USE_SKINNING
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
#endif`,pS=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,mS=`#ifdef USE_SKINNING
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
#endif`,gS=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,_S=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,xS=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,yS=`#ifndef saturate
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
vec3 CustomToneMapping( vec3 color ) { return color; }`,vS=`#ifdef USE_TRANSMISSION
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
#endif`,SS=`#ifdef USE_TRANSMISSION
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
#endif`,MS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,bS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,wS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,ES=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,TS=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,AS=`uniform sampler2D t2D;
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
}`,RS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,CS=`uniform float backgroundBlurriness;
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
}`,PS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,IS=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,LS=`#include <common>
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
}`,DS=`#if DEPTH_PACKING == 3200
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
}`,NS=`#define DISTANCE
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
}`,US=`#define DISTANCE
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
}`,FS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,OS=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,BS=`uniform float scale;
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
}`,kS=`uniform vec3 diffuse;
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
}`,zS=`#include <common>
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
}`,VS=`uniform vec3 diffuse;
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
}`,HS=`#define LAMBERT
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
}`,GS=`#define LAMBERT
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
}`,WS=`#define MATCAP
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
}`,XS=`#define MATCAP
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
}`,qS=`#define NORMAL
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
}`,YS=`#define NORMAL
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
}`,$S=`#define PHONG
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
}`,ZS=`#define PHONG
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
}`,JS=`#define STANDARD
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
}`,KS=`#define STANDARD
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
}`,jS=`#define TOON
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
}`,QS=`#define TOON
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
}`,tM=`uniform float size;
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
}`,eM=`uniform vec3 diffuse;
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
}`,nM=`#include <common>
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
}`,iM=`uniform vec3 color;
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
}`,sM=`uniform float rotation;
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
}`,rM=`uniform vec3 diffuse;
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
}`,Me={alphahash_fragment:Ay,alphahash_pars_fragment:Ry,alphamap_fragment:Cy,alphamap_pars_fragment:Py,alphatest_fragment:Iy,alphatest_pars_fragment:Ly,aomap_fragment:Dy,aomap_pars_fragment:Ny,batching_pars_vertex:Uy,batching_vertex:Fy,begin_vertex:Oy,beginnormal_vertex:By,bsdfs:ky,iridescence_fragment:zy,bumpmap_pars_fragment:Vy,clipping_planes_fragment:Hy,clipping_planes_pars_fragment:Gy,clipping_planes_pars_vertex:Wy,clipping_planes_vertex:Xy,color_fragment:qy,color_pars_fragment:Yy,color_pars_vertex:$y,color_vertex:Zy,common:Jy,defaultnormal_vertex:Ky,displacementmap_pars_vertex:jy,displacementmap_vertex:Qy,emissivemap_fragment:tv,emissivemap_pars_fragment:ev,colorspace_fragment:nv,colorspace_pars_fragment:iv,envmap_fragment:sv,envmap_common_pars_fragment:rv,envmap_pars_fragment:ov,envmap_pars_vertex:av,envmap_physical_pars_fragment:xv,envmap_vertex:lv,fog_vertex:cv,fog_pars_vertex:hv,fog_fragment:uv,fog_pars_fragment:dv,gradientmap_pars_fragment:fv,lightmap_pars_fragment:pv,lights_lambert_fragment:mv,lights_lambert_pars_fragment:gv,lights_pars_begin:_v,lights_toon_fragment:yv,lights_toon_pars_fragment:vv,lights_phong_fragment:Sv,lights_phong_pars_fragment:Mv,lights_physical_fragment:bv,lights_physical_pars_fragment:wv,lights_fragment_begin:Ev,lights_fragment_maps:Tv,lights_fragment_end:Av,lightprobes_pars_fragment:Rv,logdepthbuf_fragment:Cv,logdepthbuf_pars_fragment:Pv,logdepthbuf_pars_vertex:Iv,logdepthbuf_vertex:Lv,map_fragment:Dv,map_pars_fragment:Nv,map_particle_fragment:Uv,map_particle_pars_fragment:Fv,metalnessmap_fragment:Ov,metalnessmap_pars_fragment:Bv,morphinstance_vertex:kv,morphcolor_vertex:zv,morphnormal_vertex:Vv,morphtarget_pars_vertex:Hv,morphtarget_vertex:Gv,normal_fragment_begin:Wv,normal_fragment_maps:Xv,normal_pars_fragment:qv,normal_pars_vertex:Yv,normal_vertex:$v,normalmap_pars_fragment:Zv,clearcoat_normal_fragment_begin:Jv,clearcoat_normal_fragment_maps:Kv,clearcoat_pars_fragment:jv,iridescence_pars_fragment:Qv,opaque_fragment:tS,packing:eS,premultiplied_alpha_fragment:nS,project_vertex:iS,dithering_fragment:sS,dithering_pars_fragment:rS,roughnessmap_fragment:oS,roughnessmap_pars_fragment:aS,shadowmap_pars_fragment:lS,shadowmap_pars_vertex:cS,shadowmap_vertex:hS,shadowmask_pars_fragment:uS,skinbase_vertex:dS,skinning_pars_vertex:fS,skinning_vertex:pS,skinnormal_vertex:mS,specularmap_fragment:gS,specularmap_pars_fragment:_S,tonemapping_fragment:xS,tonemapping_pars_fragment:yS,transmission_fragment:vS,transmission_pars_fragment:SS,uv_pars_fragment:MS,uv_pars_vertex:bS,uv_vertex:wS,worldpos_vertex:ES,background_vert:TS,background_frag:AS,backgroundCube_vert:RS,backgroundCube_frag:CS,cube_vert:PS,cube_frag:IS,depth_vert:LS,depth_frag:DS,distance_vert:NS,distance_frag:US,equirect_vert:FS,equirect_frag:OS,linedashed_vert:BS,linedashed_frag:kS,meshbasic_vert:zS,meshbasic_frag:VS,meshlambert_vert:HS,meshlambert_frag:GS,meshmatcap_vert:WS,meshmatcap_frag:XS,meshnormal_vert:qS,meshnormal_frag:YS,meshphong_vert:$S,meshphong_frag:ZS,meshphysical_vert:JS,meshphysical_frag:KS,meshtoon_vert:jS,meshtoon_frag:QS,points_vert:tM,points_frag:eM,shadow_vert:nM,shadow_frag:iM,sprite_vert:sM,sprite_frag:rM},Ut={common:{diffuse:{value:new pe(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new fe},alphaMap:{value:null},alphaMapTransform:{value:new fe},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new fe}},envmap:{envMap:{value:null},envMapRotation:{value:new fe},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new fe}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new fe}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new fe},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new fe},normalScale:{value:new pt(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new fe},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new fe}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new fe}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new fe}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new pe(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new pe(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new fe},alphaTest:{value:0},uvTransform:{value:new fe}},sprite:{diffuse:{value:new pe(16777215)},opacity:{value:1},center:{value:new pt(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new fe},alphaMap:{value:null},alphaMapTransform:{value:new fe},alphaTest:{value:0}}},ti={basic:{uniforms:Vn([Ut.common,Ut.specularmap,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.fog]),vertexShader:Me.meshbasic_vert,fragmentShader:Me.meshbasic_frag},lambert:{uniforms:Vn([Ut.common,Ut.specularmap,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.fog,Ut.lights,{emissive:{value:new pe(0)},envMapIntensity:{value:1}}]),vertexShader:Me.meshlambert_vert,fragmentShader:Me.meshlambert_frag},phong:{uniforms:Vn([Ut.common,Ut.specularmap,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.fog,Ut.lights,{emissive:{value:new pe(0)},specular:{value:new pe(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:Me.meshphong_vert,fragmentShader:Me.meshphong_frag},standard:{uniforms:Vn([Ut.common,Ut.envmap,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.roughnessmap,Ut.metalnessmap,Ut.fog,Ut.lights,{emissive:{value:new pe(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:Me.meshphysical_vert,fragmentShader:Me.meshphysical_frag},toon:{uniforms:Vn([Ut.common,Ut.aomap,Ut.lightmap,Ut.emissivemap,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.gradientmap,Ut.fog,Ut.lights,{emissive:{value:new pe(0)}}]),vertexShader:Me.meshtoon_vert,fragmentShader:Me.meshtoon_frag},matcap:{uniforms:Vn([Ut.common,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,Ut.fog,{matcap:{value:null}}]),vertexShader:Me.meshmatcap_vert,fragmentShader:Me.meshmatcap_frag},points:{uniforms:Vn([Ut.points,Ut.fog]),vertexShader:Me.points_vert,fragmentShader:Me.points_frag},dashed:{uniforms:Vn([Ut.common,Ut.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:Me.linedashed_vert,fragmentShader:Me.linedashed_frag},depth:{uniforms:Vn([Ut.common,Ut.displacementmap]),vertexShader:Me.depth_vert,fragmentShader:Me.depth_frag},normal:{uniforms:Vn([Ut.common,Ut.bumpmap,Ut.normalmap,Ut.displacementmap,{opacity:{value:1}}]),vertexShader:Me.meshnormal_vert,fragmentShader:Me.meshnormal_frag},sprite:{uniforms:Vn([Ut.sprite,Ut.fog]),vertexShader:Me.sprite_vert,fragmentShader:Me.sprite_frag},background:{uniforms:{uvTransform:{value:new fe},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:Me.background_vert,fragmentShader:Me.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new fe}},vertexShader:Me.backgroundCube_vert,fragmentShader:Me.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:Me.cube_vert,fragmentShader:Me.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:Me.equirect_vert,fragmentShader:Me.equirect_frag},distance:{uniforms:Vn([Ut.common,Ut.displacementmap,{referencePosition:{value:new R},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:Me.distance_vert,fragmentShader:Me.distance_frag},shadow:{uniforms:Vn([Ut.lights,Ut.fog,{color:{value:new pe(0)},opacity:{value:1}}]),vertexShader:Me.shadow_vert,fragmentShader:Me.shadow_frag}};ti.physical={uniforms:Vn([ti.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new fe},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new fe},clearcoatNormalScale:{value:new pt(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new fe},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new fe},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new fe},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new fe},sheen:{value:0},sheenColor:{value:new pe(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new fe},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new fe},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new fe},transmissionSamplerSize:{value:new pt},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new fe},attenuationDistance:{value:0},attenuationColor:{value:new pe(0)},specularColor:{value:new pe(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new fe},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new fe},anisotropyVector:{value:new pt},anisotropyMap:{value:null},anisotropyMapTransform:{value:new fe}}]),vertexShader:Me.meshphysical_vert,fragmentShader:Me.meshphysical_frag};var wh={r:0,b:0,g:0},oM=new Ie,Mg=new fe;Mg.set(-1,0,0,0,1,0,0,0,1);function aM(i,t,e,n,s,r){let o=new pe(0),a=s===!0?0:1,l,c,h=null,u=0,d=null;function f(v){let E=v.isScene===!0?v.background:null;if(E&&E.isTexture){let S=v.backgroundBlurriness>0;E=t.get(E,S)}return E}function m(v){let E=!1,S=f(v);S===null?p(o,a):S&&S.isColor&&(p(S,1),E=!0);let C=i.xr.getEnvironmentBlendMode();C==="additive"?e.buffers.color.setClear(0,0,0,1,r):C==="alpha-blend"&&e.buffers.color.setClear(0,0,0,0,r),(i.autoClear||E)&&(e.buffers.depth.setTest(!0),e.buffers.depth.setMask(!0),e.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function _(v,E){let S=f(E);S&&S.isCubeTexture?(c===void 0&&(c=new je(new Zs(1,1,1),new Ei({name:"BackgroundCubeMaterial",uniforms:Rr(ti.backgroundCube.uniforms),vertexShader:ti.backgroundCube.vertexShader,fragmentShader:ti.backgroundCube.fragmentShader,side:Qn,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(C,A,y){this.matrixWorld.copyPosition(y.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=S,c.material.uniforms.backgroundBlurriness.value=E.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=E.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(oM.makeRotationFromEuler(E.backgroundRotation)).transpose(),S.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(Mg),c.material.toneMapped=Re.getTransfer(S.colorSpace)!==Oe,(h!==S||u!==S.version||d!==i.toneMapping)&&(c.material.needsUpdate=!0,h=S,u=S.version,d=i.toneMapping),c.layers.enableAll(),v.unshift(c,c.geometry,c.material,0,0,null)):S&&S.isTexture&&(l===void 0&&(l=new je(new vr(2,2),new Ei({name:"BackgroundMaterial",uniforms:Rr(ti.background.uniforms),vertexShader:ti.background.vertexShader,fragmentShader:ti.background.fragmentShader,side:nr,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=S,l.material.uniforms.backgroundIntensity.value=E.backgroundIntensity,l.material.toneMapped=Re.getTransfer(S.colorSpace)!==Oe,S.matrixAutoUpdate===!0&&S.updateMatrix(),l.material.uniforms.uvTransform.value.copy(S.matrix),(h!==S||u!==S.version||d!==i.toneMapping)&&(l.material.needsUpdate=!0,h=S,u=S.version,d=i.toneMapping),l.layers.enableAll(),v.unshift(l,l.geometry,l.material,0,0,null))}function p(v,E){v.getRGB(wh,kd(i)),e.buffers.color.setClear(wh.r,wh.g,wh.b,E,r)}function g(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(v,E=1){o.set(v),a=E,p(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(v){a=v,p(o,a)},render:m,addToRenderList:_,dispose:g}}function lM(i,t){let e=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=d(null),r=s,o=!1;function a(D,z,G,N,H){let q=!1,V=u(D,N,G,z);r!==V&&(r=V,c(r.object)),q=f(D,N,G,H),q&&m(D,N,G,H),H!==null&&t.update(H,i.ELEMENT_ARRAY_BUFFER),(q||o)&&(o=!1,S(D,z,G,N),H!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,t.get(H).buffer))}function l(){return i.createVertexArray()}function c(D){return i.bindVertexArray(D)}function h(D){return i.deleteVertexArray(D)}function u(D,z,G,N){let H=N.wireframe===!0,q=n[z.id];q===void 0&&(q={},n[z.id]=q);let V=D.isInstancedMesh===!0?D.id:0,ct=q[V];ct===void 0&&(ct={},q[V]=ct);let Z=ct[G.id];Z===void 0&&(Z={},ct[G.id]=Z);let j=Z[H];return j===void 0&&(j=d(l()),Z[H]=j),j}function d(D){let z=[],G=[],N=[];for(let H=0;H<e;H++)z[H]=0,G[H]=0,N[H]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:z,enabledAttributes:G,attributeDivisors:N,object:D,attributes:{},index:null}}function f(D,z,G,N){let H=r.attributes,q=z.attributes,V=0,ct=G.getAttributes();for(let Z in ct)if(ct[Z].location>=0){let tt=H[Z],ft=q[Z];if(ft===void 0&&(Z==="instanceMatrix"&&D.instanceMatrix&&(ft=D.instanceMatrix),Z==="instanceColor"&&D.instanceColor&&(ft=D.instanceColor)),tt===void 0||tt.attribute!==ft||ft&&tt.data!==ft.data)return!0;V++}return r.attributesNum!==V||r.index!==N}function m(D,z,G,N){let H={},q=z.attributes,V=0,ct=G.getAttributes();for(let Z in ct)if(ct[Z].location>=0){let tt=q[Z];tt===void 0&&(Z==="instanceMatrix"&&D.instanceMatrix&&(tt=D.instanceMatrix),Z==="instanceColor"&&D.instanceColor&&(tt=D.instanceColor));let ft={};ft.attribute=tt,tt&&tt.data&&(ft.data=tt.data),H[Z]=ft,V++}r.attributes=H,r.attributesNum=V,r.index=N}function _(){let D=r.newAttributes;for(let z=0,G=D.length;z<G;z++)D[z]=0}function p(D){g(D,0)}function g(D,z){let G=r.newAttributes,N=r.enabledAttributes,H=r.attributeDivisors;G[D]=1,N[D]===0&&(i.enableVertexAttribArray(D),N[D]=1),H[D]!==z&&(i.vertexAttribDivisor(D,z),H[D]=z)}function v(){let D=r.newAttributes,z=r.enabledAttributes;for(let G=0,N=z.length;G<N;G++)z[G]!==D[G]&&(i.disableVertexAttribArray(G),z[G]=0)}function E(D,z,G,N,H,q,V){V===!0?i.vertexAttribIPointer(D,z,G,H,q):i.vertexAttribPointer(D,z,G,N,H,q)}function S(D,z,G,N){_();let H=N.attributes,q=G.getAttributes(),V=z.defaultAttributeValues;for(let ct in q){let Z=q[ct];if(Z.location>=0){let j=H[ct];if(j===void 0&&(ct==="instanceMatrix"&&D.instanceMatrix&&(j=D.instanceMatrix),ct==="instanceColor"&&D.instanceColor&&(j=D.instanceColor)),j!==void 0){let tt=j.normalized,ft=j.itemSize,ht=t.get(j);if(ht===void 0)continue;let Q=ht.buffer,_t=ht.type,yt=ht.bytesPerElement,Lt=_t===i.INT||_t===i.UNSIGNED_INT||j.gpuType===zc;if(j.isInterleavedBufferAttribute){let wt=j.data,Ht=wt.isInterleavedBuffer===!0?wt.stride:wt.itemSize,ie=j.offset;if(wt.isInstancedInterleavedBuffer||wt.isInstancedBufferAttribute){for(let Jt=0;Jt<Z.locationSize;Jt++)g(Z.location+Jt,wt.meshPerAttribute);D.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=wt.meshPerAttribute*wt.count)}else for(let Jt=0;Jt<Z.locationSize;Jt++)p(Z.location+Jt);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let Jt=0;Jt<Z.locationSize;Jt++)E(Z.location+Jt,ft/Z.locationSize,_t,tt,Ht*yt,(ie+ft/Z.locationSize*Jt)*yt,Lt)}else{if(j.isInstancedBufferAttribute){for(let wt=0;wt<Z.locationSize;wt++)g(Z.location+wt,j.meshPerAttribute);D.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=j.meshPerAttribute*j.count)}else for(let wt=0;wt<Z.locationSize;wt++)p(Z.location+wt);i.bindBuffer(i.ARRAY_BUFFER,Q);for(let wt=0;wt<Z.locationSize;wt++)E(Z.location+wt,ft/Z.locationSize,_t,tt,ft*yt,ft/Z.locationSize*wt*yt,Lt)}}else if(V!==void 0){let tt=V[ct];if(tt!==void 0)switch(tt.length){case 2:i.vertexAttrib2fv(Z.location,tt);break;case 3:i.vertexAttrib3fv(Z.location,tt);break;case 4:i.vertexAttrib4fv(Z.location,tt);break;default:i.vertexAttrib1fv(Z.location,tt)}}}}v()}function C(){O();for(let D in n){let z=n[D];for(let G in z){let N=z[G];for(let H in N){let q=N[H];for(let V in q)h(q[V].object),delete q[V];delete N[H]}}delete n[D]}}function A(D){if(n[D.id]===void 0)return;let z=n[D.id];for(let G in z){let N=z[G];for(let H in N){let q=N[H];for(let V in q)h(q[V].object),delete q[V];delete N[H]}}delete n[D.id]}function y(D){for(let z in n){let G=n[z];for(let N in G){let H=G[N];if(H[D.id]===void 0)continue;let q=H[D.id];for(let V in q)h(q[V].object),delete q[V];delete H[D.id]}}}function T(D){for(let z in n){let G=n[z],N=D.isInstancedMesh===!0?D.id:0,H=G[N];if(H!==void 0){for(let q in H){let V=H[q];for(let ct in V)h(V[ct].object),delete V[ct];delete H[q]}delete G[N],Object.keys(G).length===0&&delete n[z]}}}function O(){L(),o=!0,r!==s&&(r=s,c(r.object))}function L(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:O,resetDefaultState:L,dispose:C,releaseStatesOfGeometry:A,releaseStatesOfObject:T,releaseStatesOfProgram:y,initAttributes:_,enableAttribute:p,disableUnusedAttributes:v}}function cM(i,t,e){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),e.update(c,n,1)}function o(l,c,h){h!==0&&(i.drawArraysInstanced(n,l,c,h),e.update(c,n,h))}function a(l,c,h){if(h===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let d=0;for(let f=0;f<h;f++)d+=c[f];e.update(d,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function hM(i,t,e,n){let s;function r(){if(s!==void 0)return s;if(t.has("EXT_texture_filter_anisotropic")===!0){let y=t.get("EXT_texture_filter_anisotropic");s=i.getParameter(y.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(y){return!(y!==zi&&n.convert(y)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(y){let T=y===ki&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(y!==ii&&y!==Bi&&!T&&n.convert(y)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(y){if(y==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";y="mediump"}return y==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",h=l(c);h!==c&&(te("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),d=e.logarithmicDepthBuffer===!0&&u===!1;e.reversedDepthBuffer===!0&&u===!1&&te("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),e.logarithmicDepthBuffer===!0&&u===!0&&te("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),m=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),_=i.getParameter(i.MAX_TEXTURE_SIZE),p=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),g=i.getParameter(i.MAX_VERTEX_ATTRIBS),v=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),E=i.getParameter(i.MAX_VARYING_VECTORS),S=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),C=i.getParameter(i.MAX_SAMPLES),A=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:d,reversedDepthBuffer:u,maxTextures:f,maxVertexTextures:m,maxTextureSize:_,maxCubemapSize:p,maxAttributes:g,maxVertexUniforms:v,maxVaryings:E,maxFragmentUniforms:S,maxSamples:C,samples:A}}function uM(i){let t=this,e=null,n=0,s=!1,r=!1,o=new fi,a=new fe,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,d){let f=u.length!==0||d||n!==0||s;return s=d,n=u.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,d){e=h(u,d,0)},this.setState=function(u,d,f){let m=u.clippingPlanes,_=u.clipIntersection,p=u.clipShadows,g=i.get(u);if(!s||m===null||m.length===0||r&&!p)r?h(null):c();else{let v=r?0:n,E=v*4,S=g.clippingState||null;l.value=S,S=h(m,d,E,f);for(let C=0;C!==E;++C)S[C]=e[C];g.clippingState=S,this.numIntersection=_?this.numPlanes:0,this.numPlanes+=v}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function h(u,d,f,m){let _=u!==null?u.length:0,p=null;if(_!==0){if(p=l.value,m!==!0||p===null){let g=f+_*4,v=d.matrixWorldInverse;a.getNormalMatrix(v),(p===null||p.length<g)&&(p=new Float32Array(g));for(let E=0,S=f;E!==_;++E,S+=4)o.copy(u[E]).applyMatrix4(v,a),o.normal.toArray(p,S),p[S+3]=o.constant}l.value=p,l.needsUpdate=!0}return t.numPlanes=_,t.numIntersection=0,p}}var ol=class extends mi{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let n={width:t,height:t,depth:1},s=[n,n,n,n,n,n];this.texture=new va(s),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

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
			`},s=new Zs(5,5,5),r=new Ei({name:"CubemapFromEquirect",uniforms:Rr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:Qn,blending:wr});r.uniforms.tEquirect.value=e;let o=new je(s,r),a=e.minFilter;return e.minFilter===Rs&&(e.minFilter=Kn),new wo(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e=!0,n=!0,s=!0){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,s);t.setRenderTarget(r)}},tg=256,dM=3,fM=20,bg=256,wg=16,pM=3,mM=new R,gM=new pe,Th=class i{constructor(t){this._renderer=t,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new wo(1,10,null),this._boxMesh=new je(new Zs(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(t,e=0,n=.1,s=100,r={}){let{size:o=256,position:a=mM}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);e>0&&(h.texture.mipmapsAutoUpdate=!1);let u=l.autoClear,d=l.autoClearColor,f=l.autoClearDepth,m=l.autoClearStencil,_=t.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,_===null&&(t.background=l.getClearColor(gM));let p=new wo(n,s,h);return p.position.copy(a),p.update(l,t),l.autoClear=u,l.autoClearColor=d,l.autoClearDepth=f,l.autoClearStencil=m,t.background=_,e>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,e)),this._applyPMREM(c),c}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=ig(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=ng(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(t,e){return e>0?1-Math.sqrt(1-t/e):0}_setSize(t){this._cubeSize=Math.max(tg,Ud(t))}_fromTexture(t,e){t.mapping===Tr||t.mapping===Ro?this._setSize(t.image.length===0?tg:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4);let n=e||this._allocateTarget();return this._textureToCubemap(t),this._applyPMREM(n),n}_allocateTarget(){let t=this._cubeSize,e=eg(t,!1,!1),n=Math.log2(t)-dM;for(let s=0;s<=n;s++)e.texture.mipmaps.push({width:t>>s,height:t>>s});return e.texture.name="PMREM",e.texture.isPMREMTexture=!0,e}_getSourceTarget(t=!1){let e=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==e||t&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=eg(e,!0,t)),this._sourceTarget}_compileMaterial(t){this._boxMesh.material=t,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(t,e,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=t,r.activeMipmapLevel=e;let o=t.width>>e;t.viewport.set(0,0,o,o),r.update(this._renderer,s),t.viewport.set(0,0,t.width,t.height)}_textureToCubemap(t){let e;t.mapping===Tr||t.mapping===Ro?(this._cubemapMaterial===null&&(this._cubemapMaterial=ig()),e=this._cubemapMaterial,e.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=ng()),e=this._equirectMaterial),e.uniforms.envMap.value=t,this._renderCube(this._getSourceTarget(),0,e)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=_M(),this._integrationMaterial=xM());let e=this._cubeSize,n=t.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(e/wg);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-pM)r.roughness.value=a,this._renderCube(t,o,this._integrationMaterial);else{let l=a>0?Math.log2(e)+.5*Math.log2(6/(bg*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(t,o,this._ggxMaterial)}}}_blur(t,e){this._blurMaterial===null&&(this._blurMaterial=yM());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(e,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(t,0,n),s.envMap.value=t.texture,this._renderCube(r,0,n)}};function eg(i,t,e){return new ol(i,{minFilter:Rs,generateMipmaps:t,type:ki,colorSpace:pa,depthBuffer:e})}function al(i,t,e){return new Ei({name:i,uniforms:t,vertexShader:Me.cube_vert,fragmentShader:e,side:Qn,blending:wr,depthTest:!1,depthWrite:!1})}function _M(){return al("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${bg}u

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
	`)}function xM(){return al("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:wg}},`

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
	`)}function yM(){return al("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${fM}
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
	`)}function ng(){return al("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

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
	`)}function ig(){return al("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function vM(i){let t=new WeakMap,e=new WeakMap,n=null;function s(d,f=!1){return d==null?null:f?o(d):r(d)}function r(d){if(d&&d.isTexture){let f=d.mapping;if(f===Oc||f===Bc)if(t.has(d)){let m=t.get(d).texture;return a(m,d.mapping)}else{let m=d.image;if(m&&m.height>0){let _=new ol(m.height);return _.fromEquirectangularTexture(i,d),t.set(d,_),d.addEventListener("dispose",c),a(_.texture,d.mapping)}else return null}}return d}function o(d){if(d&&d.isTexture&&d.isPMREMTexture!==!0){let f=d.mapping,m=f===Oc||f===Bc,_=f===Tr||f===Ro;if(m||_){let p=e.get(d),g=p!==void 0?p.texture.pmremVersion:0;if(d.isRenderTargetTexture&&d.pmremVersion!==g)return n===null&&(n=new Th(i)),p=m?n.fromEquirectangular(d,p):n.fromCubemap(d,p),p.texture.pmremVersion=d.pmremVersion,e.set(d,p),p.texture;if(p!==void 0)return p.texture;{let v=d.image;return m&&v&&v.height>0||_&&v&&l(v)?(n===null&&(n=new Th(i)),p=m?n.fromEquirectangular(d):n.fromCubemap(d),p.texture.pmremVersion=d.pmremVersion,e.set(d,p),d.addEventListener("dispose",h),p.texture):null}}}return d}function a(d,f){return f===Oc?d.mapping=Tr:f===Bc&&(d.mapping=Ro),d}function l(d){let f=0,m=6;for(let _=0;_<m;_++)d[_]!==void 0&&f++;return f===m}function c(d){let f=d.target;f.removeEventListener("dispose",c);let m=t.get(f);m!==void 0&&(t.delete(f),m.dispose())}function h(d){let f=d.target;f.removeEventListener("dispose",h);let m=e.get(f);m!==void 0&&(e.delete(f),m.dispose())}function u(){t=new WeakMap,e=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:u}}function SM(i){let t={};function e(n){if(t[n]!==void 0)return t[n];let s=i.getExtension(n);return t[n]=s,s}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){let s=e(n);return s===null&&la("WebGLRenderer: "+n+" extension not supported."),s}}}function MM(i,t,e,n){let s={},r=new WeakMap,o=new FinalizationRegistry(m=>delete s[m]);function a(m){l(m.target)}function l(m){m.index!==null&&t.remove(m.index);for(let p in m.attributes)t.remove(m.attributes[p]);m.removeEventListener("dispose",a),delete s[m.id],o.unregister(m);let _=r.get(m);_&&(t.remove(_),r.delete(m)),n.releaseStatesOfGeometry(m),m.isInstancedBufferGeometry===!0&&delete m._maxInstanceCount,e.memory.geometries--}function c(m,_){return s[_.id]!==void 0||(_.addEventListener("dispose",a),s[_.id]=new WeakRef(_),o.register(_,_.id,_),e.memory.geometries++),_}function h(m){let _=m.attributes;for(let p in _)t.update(_[p],i.ARRAY_BUFFER)}function u(m){let _=m.index,p=m.attributes.position,g=0;if(p===void 0)return;let v=_!==null?_.array.length:p.array.length/3-1,E=p.count>=65535?mr:pr,S=new E(Math.ceil(v/3)*6,1),C=S.array;if(_!==null){let y=_.array;g=_.version;for(let T=0,O=0;T<v;T+=3){let L=y[T+0],D=y[T+1],z=y[T+2];C[O++]=L,C[O++]=D,C[O++]=D,C[O++]=z,C[O++]=z,C[O++]=L}}else{g=p.version;for(let y=0,T=0;y<v;y+=3){let O=y+0,L=y+1,D=y+2;C[T++]=O,C[T++]=L,C[T++]=L,C[T++]=D,C[T++]=D,C[T++]=O}}S.version=g;let A=r.get(m);A&&t.remove(A),r.set(m,S)}function d(m){let _=r.get(m);if(_){let p=m.index;p!==null&&_.version<p.version&&u(m)}else u(m);return r.get(m)}function f(){for(let m in s){let _=s[m].deref();_!==void 0&&l(_)}}return{get:c,update:h,getWireframeAttribute:d,dispose:f}}function bM(i,t,e){let n;function s(u){n=u}let r,o;function a(u){r=u.type,o=u.bytesPerElement}function l(u,d){i.drawElements(n,d,r,u*o),e.update(d,n,1)}function c(u,d,f){f!==0&&(i.drawElementsInstanced(n,d,r,u*o,f),e.update(d,n,f))}function h(u,d,f){if(f===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,d,0,r,u,0,f);let _=0;for(let p=0;p<f;p++)_+=d[p];e.update(_,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function wM(i){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case i.TRIANGLES:e.triangles+=a*(r/3);break;case i.LINES:e.lines+=a*(r/2);break;case i.LINE_STRIP:e.lines+=a*(r-1);break;case i.LINE_LOOP:e.lines+=a*r;break;case i.POINTS:e.points+=a*r;break;default:oe("WebGLInfo: Unknown draw mode:",o);break}}function s(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:s,update:n}}function EM(i,t,e){let n=new WeakMap,s=new Be;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,d=n.get(a);if(d===void 0||d.count!==u){let O=function(){y.dispose(),n.delete(a),a.removeEventListener("dispose",O)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,m=a.morphAttributes.normal!==void 0,_=a.morphAttributes.color!==void 0,p=a.morphAttributes.position||[],g=a.morphAttributes.normal||[],v=a.morphAttributes.color||[],E=0;f===!0&&(E=1),m===!0&&(E=2),_===!0&&(E=3);let S=a.attributes.position.count*E,C=1;S>t.maxTextureSize&&(C=Math.ceil(S/t.maxTextureSize),S=t.maxTextureSize);let A=new Float32Array(S*C*4*u),y=new xa(A,S,C,u);y.type=Bi,y.needsUpdate=!0;let T=E*4;for(let L=0;L<u;L++){let D=p[L],z=g[L],G=v[L],N=S*C*4*L;for(let H=0;H<D.count;H++){let q=H*T;f===!0&&(s.fromBufferAttribute(D,H),A[N+q+0]=s.x,A[N+q+1]=s.y,A[N+q+2]=s.z,A[N+q+3]=0),m===!0&&(s.fromBufferAttribute(z,H),A[N+q+4]=s.x,A[N+q+5]=s.y,A[N+q+6]=s.z,A[N+q+7]=0),_===!0&&(s.fromBufferAttribute(G,H),A[N+q+8]=s.x,A[N+q+9]=s.y,A[N+q+10]=s.z,A[N+q+11]=G.itemSize===4?s.w:1)}}d={count:u,texture:y,size:new pt(S,C)},n.set(a,d),a.addEventListener("dispose",O)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,e);else{let f=0;for(let _=0;_<c.length;_++)f+=c[_];let m=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(i,"morphTargetBaseInfluence",m),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",d.texture,e),l.getUniforms().setValue(i,"morphTargetsTextureSize",d.size)}return{update:r}}function TM(i,t,e,n,s){let r=new WeakMap;function o(c){let h=s.render.frame,u=c.geometry,d=t.get(c,u);if(r.get(d)!==h&&(t.update(d),r.set(d,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(e.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&e.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==h&&(f.update(),r.set(f,h))}return d}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),e.remove(h.instanceMatrix),h.instanceColor!==null&&e.remove(h.instanceColor)}return{update:o,dispose:a}}var AM={[fd]:"LINEAR_TONE_MAPPING",[pd]:"REINHARD_TONE_MAPPING",[md]:"CINEON_TONE_MAPPING",[gd]:"ACES_FILMIC_TONE_MAPPING",[xd]:"AGX_TONE_MAPPING",[yd]:"NEUTRAL_TONE_MAPPING",[_d]:"CUSTOM_TONE_MAPPING"};function RM(i,t,e,n,s,r){let o=new mi(t,e,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new en;h.setAttribute("position",new _e([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new _e([0,2,0,0,2,0],2));let u=new Sc({uniforms:{tDiffuse:{value:null}},vertexShader:`
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
			}`,depthTest:!1,depthWrite:!1}),d=new je(h,u),f=new Ga(-1,1,1,-1,0,1),m=null,_=null,p=!1,g,v=null,E=[],S=!1;this.setSize=function(C,A){o.setSize(C,A),a!==null&&a.setSize(C,A),l!==null&&l.setSize(C,A);for(let y=0;y<E.length;y++){let T=E[y];T.setSize&&T.setSize(C,A)}},this.setEffects=function(C){E=C,S=E.length>0&&E[0].isRenderPass===!0;let A=o.width,y=o.height;E.length>0&&a===null&&(a=new mi(A,y,{type:ki,depthBuffer:!1,stencilBuffer:!1}),l=new mi(A,y,{type:ki,depthBuffer:!1,stencilBuffer:!1}));let T=s===!0&&E.some(O=>O.needsDepthTexture===!0);T!==(o.depthTexture!==null)&&(T===!0&&c===null&&(c=new Es(A,y),r===!0&&(c.format=Cs,c.type=Ar)),o.dispose(),o.depthTexture=T?c:null,o.resolveDepthBuffer=T,o.storeMultisampledDepthBuffer=T);for(let O=0;O<E.length;O++){let L=E[O];L.setSize&&L.setSize(A,y),T&&L.needsDepthTexture===!0&&L.setDepthTexture&&L.setDepthTexture(c)}},this.begin=function(C,A){if(p||C.toneMapping===os&&E.length===0)return!1;if(v=A,A!==null){let y=A.width,T=A.height;(o.width!==y||o.height!==T)&&this.setSize(y,T)}return S===!1&&C.setRenderTarget(o),g=C.toneMapping,C.toneMapping=os,!0},this.hasRenderPass=function(){return S},this.end=function(C,A){C.toneMapping=g,p=!0;let y=o,T=a;for(let O=0;O<E.length;O++){let L=E[O];L.enabled!==!1&&(L.render(C,T,y,A),L.needsSwap!==!1&&(y=T,T=T===a?l:a))}if(m!==C.outputColorSpace||_!==C.toneMapping){m=C.outputColorSpace,_=C.toneMapping,u.defines={},Re.getTransfer(m)===Oe&&(u.defines.SRGB_TRANSFER="");let O=AM[_];O&&(u.defines[O]=""),u.needsUpdate=!0}u.uniforms.tDiffuse.value=y.texture,C.setRenderTarget(v),C.render(d,f),v=null,p=!1},this.isCompositing=function(){return p},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),u.dispose()}}var Eg=new jn,Tg=new Es(1,1),Ag=new Ma(1),Rg=new xa,Cg=new ac,Pg=new va,sg=[],rg=[],og=new Float32Array(16),ag=new Float32Array(9),lg=new Float32Array(4);function Io(i,t,e){let n=i[0];if(n<=0||n>0)return i;let s=t*e,r=sg[s];if(r===void 0&&(r=new Float32Array(s),sg[s]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,i[o].toArray(r,a)}return r}function xn(i,t){if(i.length!==t.length)return!1;for(let e=0,n=i.length;e<n;e++)if(i[e]!==t[e])return!1;return!0}function yn(i,t){for(let e=0,n=t.length;e<n;e++)i[e]=t[e]}function Rh(i,t){let e=rg[t];e===void 0&&(e=new Int32Array(t),rg[t]=e);for(let n=0;n!==t;++n)e[n]=i.allocateTextureUnit();return e}function CM(i,t){let e=this.cache;e[0]!==t&&(i.uniform1f(this.addr,t),e[0]=t)}function PM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(xn(e,t))return;i.uniform2fv(this.addr,t),yn(e,t)}}function IM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(i.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(xn(e,t))return;i.uniform3fv(this.addr,t),yn(e,t)}}function LM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(xn(e,t))return;i.uniform4fv(this.addr,t),yn(e,t)}}function DM(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(xn(e,t))return;i.uniformMatrix2fv(this.addr,!1,t),yn(e,t)}else{if(xn(e,n))return;lg.set(n),i.uniformMatrix2fv(this.addr,!1,lg),yn(e,n)}}function NM(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(xn(e,t))return;i.uniformMatrix3fv(this.addr,!1,t),yn(e,t)}else{if(xn(e,n))return;ag.set(n),i.uniformMatrix3fv(this.addr,!1,ag),yn(e,n)}}function UM(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(xn(e,t))return;i.uniformMatrix4fv(this.addr,!1,t),yn(e,t)}else{if(xn(e,n))return;og.set(n),i.uniformMatrix4fv(this.addr,!1,og),yn(e,n)}}function FM(i,t){let e=this.cache;e[0]!==t&&(i.uniform1i(this.addr,t),e[0]=t)}function OM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(xn(e,t))return;i.uniform2iv(this.addr,t),yn(e,t)}}function BM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(xn(e,t))return;i.uniform3iv(this.addr,t),yn(e,t)}}function kM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(xn(e,t))return;i.uniform4iv(this.addr,t),yn(e,t)}}function zM(i,t){let e=this.cache;e[0]!==t&&(i.uniform1ui(this.addr,t),e[0]=t)}function VM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(xn(e,t))return;i.uniform2uiv(this.addr,t),yn(e,t)}}function HM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(xn(e,t))return;i.uniform3uiv(this.addr,t),yn(e,t)}}function GM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(xn(e,t))return;i.uniform4uiv(this.addr,t),yn(e,t)}}function Ch(i){return i.version===0&&(i.compareFunction=Pd,i.needsUpdate=!0),i}function WM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=Ch(Tg):r=Eg,e.setTexture2D(t||r,s)}function XM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture3D(t||Cg,s)}function qM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=Ch(Ag):r=Pg,e.setTextureCube(t||r,s)}function YM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture2DArray(t||Rg,s)}function $M(i){switch(i){case 5126:return CM;case 35664:return PM;case 35665:return IM;case 35666:return LM;case 35674:return DM;case 35675:return NM;case 35676:return UM;case 5124:case 35670:return FM;case 35667:case 35671:return OM;case 35668:case 35672:return BM;case 35669:case 35673:return kM;case 5125:return zM;case 36294:return VM;case 36295:return HM;case 36296:return GM;case 35678:case 36198:case 36298:case 36306:case 35682:return WM;case 35679:case 36299:case 36307:return XM;case 35680:case 36300:case 36308:case 36293:return qM;case 36289:case 36303:case 36311:case 36292:return YM}}function ZM(i,t){i.uniform1fv(this.addr,t)}function JM(i,t){let e=Io(t,this.size,2);i.uniform2fv(this.addr,e)}function KM(i,t){let e=Io(t,this.size,3);i.uniform3fv(this.addr,e)}function jM(i,t){let e=Io(t,this.size,4);i.uniform4fv(this.addr,e)}function QM(i,t){let e=Io(t,this.size,4);i.uniformMatrix2fv(this.addr,!1,e)}function tb(i,t){let e=Io(t,this.size,9);i.uniformMatrix3fv(this.addr,!1,e)}function eb(i,t){let e=Io(t,this.size,16);i.uniformMatrix4fv(this.addr,!1,e)}function nb(i,t){i.uniform1iv(this.addr,t)}function ib(i,t){i.uniform2iv(this.addr,t)}function sb(i,t){i.uniform3iv(this.addr,t)}function rb(i,t){i.uniform4iv(this.addr,t)}function ob(i,t){i.uniform1uiv(this.addr,t)}function ab(i,t){i.uniform2uiv(this.addr,t)}function lb(i,t){i.uniform3uiv(this.addr,t)}function cb(i,t){i.uniform4uiv(this.addr,t)}function hb(i,t,e){let n=this.cache,s=t.length,r=Rh(e,s);xn(n,r)||(i.uniform1iv(this.addr,r),yn(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=Ch(Tg):o=Eg;for(let a=0;a!==s;++a)e.setTexture2D(t[a]||o,r[a])}function ub(i,t,e){let n=this.cache,s=t.length,r=Rh(e,s);xn(n,r)||(i.uniform1iv(this.addr,r),yn(n,r));for(let o=0;o!==s;++o)e.setTexture3D(t[o]||Cg,r[o])}function db(i,t,e){let n=this.cache,s=t.length,r=Rh(e,s);xn(n,r)||(i.uniform1iv(this.addr,r),yn(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=Ch(Ag):o=Pg;for(let a=0;a!==s;++a)e.setTextureCube(t[a]||o,r[a])}function fb(i,t,e){let n=this.cache,s=t.length,r=Rh(e,s);xn(n,r)||(i.uniform1iv(this.addr,r),yn(n,r));for(let o=0;o!==s;++o)e.setTexture2DArray(t[o]||Rg,r[o])}function pb(i){switch(i){case 5126:return ZM;case 35664:return JM;case 35665:return KM;case 35666:return jM;case 35674:return QM;case 35675:return tb;case 35676:return eb;case 5124:case 35670:return nb;case 35667:case 35671:return ib;case 35668:case 35672:return sb;case 35669:case 35673:return rb;case 5125:return ob;case 36294:return ab;case 36295:return lb;case 36296:return cb;case 35678:case 36198:case 36298:case 36306:case 35682:return hb;case 35679:case 36299:case 36307:return ub;case 35680:case 36300:case 36308:case 36293:return db;case 36289:case 36303:case 36311:case 36292:return fb}}var Jd=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=$M(e.type)}},Kd=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=pb(e.type)}},jd=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(t,e[a.id],n)}}},$d=/(\w+)(\])?(\[|\.)?/g;function cg(i,t){i.seq.push(t),i.map[t.id]=t}function mb(i,t,e){let n=i.name,s=n.length;for($d.lastIndex=0;;){let r=$d.exec(n),o=$d.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){cg(e,c===void 0?new Jd(a,i,t):new Kd(a,i,t));break}else{let u=e.map[a];u===void 0&&(u=new jd(a),cg(e,u)),e=u}}}var Po=class{constructor(t,e){this.seq=[],this.map={};let n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=t.getActiveUniform(e,o),l=t.getUniformLocation(e,a.name);mb(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===t.SAMPLER_2D_SHADOW||o.type===t.SAMPLER_CUBE_SHADOW||o.type===t.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(t,e,n,s){let r=this.map[e];r!==void 0&&r.setValue(t,n,s)}setOptional(t,e,n){let s=e[n];s!==void 0&&this.setValue(t,n,s)}static upload(t,e,n,s){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,s)}}static seqWithValue(t,e){let n=[];for(let s=0,r=t.length;s!==r;++s){let o=t[s];o.id in e&&n.push(o)}return n}};function hg(i,t,e){let n=i.createShader(t);return i.shaderSource(n,e),i.compileShader(n),n}var gb=37297,_b=0;function xb(i,t){let e=i.split(`
`),n=[],s=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}var ug=new fe;function yb(i){Re._getMatrix(ug,Re.workingColorSpace,i);let t=`mat3( ${ug.elements.map(e=>e.toFixed(4))} )`;switch(Re.getTransfer(i)){case ma:return[t,"LinearTransferOETF"];case Oe:return[t,"sRGBTransferOETF"];default:return te("WebGLProgram: Unsupported color space: ",i),[t,"LinearTransferOETF"]}}function dg(i,t,e){let n=i.getShaderParameter(t,i.COMPILE_STATUS),r=(i.getShaderInfoLog(t)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return e.toUpperCase()+`

`+r+`

`+xb(i.getShaderSource(t),a)}else return r}function vb(i,t){let e=yb(t);return[`vec4 ${i}( vec4 value ) {`,`	return ${e[1]}( vec4( ${e[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var Sb={[fd]:"Linear",[pd]:"Reinhard",[md]:"Cineon",[gd]:"ACESFilmic",[xd]:"AgX",[yd]:"Neutral",[_d]:"Custom"};function Mb(i,t){let e=Sb[t];return e===void 0?(te("WebGLProgram: Unsupported toneMapping:",t),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var Eh=new R;function bb(){Re.getLuminanceCoefficients(Eh);let i=Eh.x.toFixed(4),t=Eh.y.toFixed(4),e=Eh.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function wb(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(rl).join(`
`)}function Eb(i){let t=[];for(let e in i){let n=i[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function Tb(i,t){let e={},n=i.getProgramParameter(t,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(t,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:i.getAttribLocation(t,o),locationSize:a}}return e}function rl(i){return i!==""}function fg(i,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function pg(i,t){return i.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var Ab=/^[ \t]*#include +<([\w\d./]+)>/gm;function Qd(i){return i.replace(Ab,Rb)}function Rb(i,t){let e=Me[t];if(e===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+t+">");return Qd(e)}var Cb=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function mg(i){return i.replace(Cb,Pb)}function Pb(i,t,e,n){let s="";for(let r=parseInt(t);r<parseInt(e);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function gg(i){let t=`precision ${i.precision} float;
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
#define LOW_PRECISION`),t}var Ib={[br]:"SHADOWMAP_TYPE_PCF",[To]:"SHADOWMAP_TYPE_VSM"};function Lb(i){return Ib[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var Db={[Ro]:"ENVMAP_MODE_REFRACTION"};function Nb(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":Db[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var Ub={[dd]:"ENVMAP_BLENDING_MULTIPLY",[Lm]:"ENVMAP_BLENDING_MIX",[Dm]:"ENVMAP_BLENDING_ADD"};function Fb(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":Ub[i.combine]||"ENVMAP_BLENDING_NONE"}function Ob(i,t,e,n){let s=i.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=Lb(e),c=e.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=Nb(e),u=Fb(e),d=wb(e),f=Eb(r),m=s.createProgram(),_,p,g=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(_=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f].filter(rl).join(`
`),_.length>0&&(_+=`
`),p=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f].filter(rl).join(`
`),p.length>0&&(p+=`
`)):(_=[gg(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+h:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+e.diffuseRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexNormals?"#define HAS_NORMAL":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(rl).join(`
`),p=[gg(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+h:"",e.envMap?"#define "+u:"",e.envMapPMREM?"#define ENVMAP_MAX_LOD "+e.envMapMaxLod+".0":"",e.envMapPMREM?"#define ENVMAP_SIZE "+e.envMapSize+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.retroreflection?"#define USE_RETROREFLECTION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor?"#define USE_COLOR":"",e.vertexAlphas||e.batchingColor?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==os?"#define TONE_MAPPING":"",e.toneMapping!==os?Me.tonemapping_pars_fragment:"",e.toneMapping!==os?Mb("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",Me.colorspace_pars_fragment,vb("linearToOutputTexel",e.outputColorSpace),bb(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(rl).join(`
`)),o=Qd(o),o=fg(o,e),o=pg(o,e),a=Qd(a),a=fg(a,e),a=pg(a,e),o=mg(o),a=mg(a),e.isRawShaderMaterial!==!0&&(g=`#version 300 es
`,_=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+_,p=["#define varying in",e.glslVersion===Dd?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===Dd?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+p);let v=g+_+o,E=g+p+a,S=hg(s,s.VERTEX_SHADER,v),C=hg(s,s.FRAGMENT_SHADER,E);s.attachShader(m,S),s.attachShader(m,C),e.index0AttributeName!==void 0?s.bindAttribLocation(m,0,e.index0AttributeName):e.hasPositionAttribute===!0&&s.bindAttribLocation(m,0,"position"),s.linkProgram(m);function A(L){if(i.debug.checkShaderErrors){let D=s.getProgramInfoLog(m)||"",z=s.getShaderInfoLog(S)||"",G=s.getShaderInfoLog(C)||"",N=D.trim(),H=z.trim(),q=G.trim(),V=!0,ct=!0;if(s.getProgramParameter(m,s.LINK_STATUS)===!1)if(V=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,m,S,C);else{let Z=dg(s,S,"vertex"),j=dg(s,C,"fragment");oe("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(m,s.VALIDATE_STATUS)+`

Material Name: `+L.name+`
Material Type: `+L.type+`

Program Info Log: `+N+`
`+Z+`
`+j)}else N!==""?te("WebGLProgram: Program Info Log:",N):(H===""||q==="")&&(ct=!1);ct&&(L.diagnostics={runnable:V,programLog:N,vertexShader:{log:H,prefix:_},fragmentShader:{log:q,prefix:p}})}s.deleteShader(S),s.deleteShader(C),y=new Po(s,m),T=Tb(s,m)}let y;this.getUniforms=function(){return y===void 0&&A(this),y};let T;this.getAttributes=function(){return T===void 0&&A(this),T};let O=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return O===!1&&(O=s.getProgramParameter(m,gb)),O},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(m),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=_b++,this.cacheKey=t,this.usedTimes=1,this.program=m,this.vertexShader=S,this.fragmentShader=C,this}var Bb=0,tf=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t,e,n){let s=this._getShaderCacheForMaterial(t);return s.has(e)===!1&&(s.add(e),e.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderStage(t){return this._getShaderStage(t.vertexShader)}getFragmentShaderStage(t){return this._getShaderStage(t.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){let e=this.shaderCache,n=e.get(t);return n===void 0&&(n=new ef(t),e.set(t,n)),n}},ef=class{constructor(t){this.id=Bb++,this.code=t,this.usedTimes=0}};function kb(i){return i===ir||i===tl||i===el}function zb(i,t,e,n,s,r){let o=new yo,a=new tf,l=new Set,c=[],h=new Map,u=n.logarithmicDepthBuffer,d={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(y){return l.add(y),y===0?"uv":`uv${y}`}function m(y,T,O,L,D,z){let G=L.fog,N=D.geometry,H=y.isMeshStandardMaterial||y.isMeshLambertMaterial||y.isMeshPhongMaterial?L.environment:null,q=y.isMeshStandardMaterial||y.isMeshLambertMaterial&&!y.envMap||y.isMeshPhongMaterial&&!y.envMap,V=t.get(y.envMap||H,q),ct=d[y.type],Z=n.precision;y.precision!==null&&(Z=n.getMaxPrecision(y.precision),Z!==y.precision&&te("WebGLProgram.getParameters:",y.precision,"not supported, using",Z,"instead."));let j=N.morphAttributes.position||N.morphAttributes.normal||N.morphAttributes.color,tt=j!==void 0?j.length:0,ft=0;N.morphAttributes.position!==void 0&&(ft=1),N.morphAttributes.normal!==void 0&&(ft=2),N.morphAttributes.color!==void 0&&(ft=3);let ht,Q,_t,yt;if(ct){let Nt=ti[ct];ht=Nt.vertexShader,Q=Nt.fragmentShader}else{ht=y.vertexShader,Q=y.fragmentShader;let Nt=a.getVertexShaderStage(y),ye=a.getFragmentShaderStage(y);a.update(y,Nt,ye),_t=Nt.id,yt=ye.id}let Lt=i.getRenderTarget(),wt=i.state.buffers.depth.getReversed(),Ht=D.isInstancedMesh===!0,ie=D.isBatchedMesh===!0,Jt=!!y.map,se=!!y.matcap,ne=!!V,rt=ne&&V.isPMREMTexture===!0,vt=!!y.aoMap,xt=!!y.lightMap,Bt=!!y.bumpMap&&y.wireframe===!1,Dt=!!y.normalMap,ee=!!y.displacementMap,kt=!!y.emissiveMap,ge=!!y.metalnessMap,ue=!!y.roughnessMap,ve=y.anisotropy>0,F=y.clearcoat>0,Mt=y.diffuseRoughness>0,Xt=y.dispersion>0,ce=y.retroreflectivity>0,Et=y.iridescence>0,Fe=y.sheen>0,$t=y.transmission>0,Qt=ve&&!!y.anisotropyMap,P=F&&!!y.clearcoatMap,M=F&&!!y.clearcoatNormalMap,X=F&&!!y.clearcoatRoughnessMap,dt=Mt&&!!y.diffuseRoughnessMap,ot=Et&&!!y.iridescenceMap,bt=Et&&!!y.iridescenceThicknessMap,Tt=Fe&&!!y.sheenColorMap,et=Fe&&!!y.sheenRoughnessMap,it=!!y.specularMap,gt=!!y.specularColorMap,B=!!y.specularIntensityMap,st=$t&&!!y.transmissionMap,nt=$t&&!!y.thicknessMap,Ct=!!y.gradientMap,St=!!y.alphaMap,Rt=y.alphaTest>0,Kt=!!y.alphaHash,ae=!!y.extensions,ut=os;y.toneMapped&&(Lt===null||Lt.isXRRenderTarget===!0)&&(ut=i.toneMapping);let qt=rt?V.isCompressedCubeTexture?V.image[0].mipmaps:V.mipmaps:null,le={shaderID:ct,shaderType:y.type,shaderName:y.name,vertexShader:ht,fragmentShader:Q,defines:y.defines,customVertexShaderID:_t,customFragmentShaderID:yt,isRawShaderMaterial:y.isRawShaderMaterial===!0,glslVersion:y.glslVersion,precision:Z,batching:ie,batchingColor:ie&&D._colorsTexture!==null,instancing:Ht,instancingColor:Ht&&D.instanceColor!==null,instancingMorph:Ht&&D.morphTexture!==null,outputColorSpace:Lt===null?i.outputColorSpace:Lt.isXRRenderTarget===!0?Lt.texture.colorSpace:Re.workingColorSpace,alphaToCoverage:!!y.alphaToCoverage,map:Jt,matcap:se,envMap:ne,envMapMode:ne&&V.mapping,envMapPMREM:rt,envMapMaxLod:rt?qt.length-1:null,envMapSize:rt?qt[0].width:null,aoMap:vt,lightMap:xt,bumpMap:Bt,normalMap:Dt,displacementMap:ee,emissiveMap:kt,normalMapObjectSpace:Dt&&y.normalMapType===Fm,normalMapTangentSpace:Dt&&y.normalMapType===Mh,packedNormalMap:Dt&&y.normalMapType===Mh&&kb(y.normalMap.format),metalnessMap:ge,roughnessMap:ue,anisotropy:ve,anisotropyMap:Qt,clearcoat:F,clearcoatMap:P,clearcoatNormalMap:M,clearcoatRoughnessMap:X,diffuseRoughness:Mt,diffuseRoughnessMap:dt,dispersion:Xt,retroreflection:ce,iridescence:Et,iridescenceMap:ot,iridescenceThicknessMap:bt,sheen:Fe,sheenColorMap:Tt,sheenRoughnessMap:et,specularMap:it,specularColorMap:gt,specularIntensityMap:B,transmission:$t,transmissionMap:st,thicknessMap:nt,gradientMap:Ct,opaque:y.transparent===!1&&y.blending===Ao&&y.alphaToCoverage===!1,alphaMap:St,alphaTest:Rt,alphaHash:Kt,combine:y.combine,mapUv:Jt&&f(y.map.channel),aoMapUv:vt&&f(y.aoMap.channel),lightMapUv:xt&&f(y.lightMap.channel),bumpMapUv:Bt&&f(y.bumpMap.channel),normalMapUv:Dt&&f(y.normalMap.channel),displacementMapUv:ee&&f(y.displacementMap.channel),emissiveMapUv:kt&&f(y.emissiveMap.channel),metalnessMapUv:ge&&f(y.metalnessMap.channel),roughnessMapUv:ue&&f(y.roughnessMap.channel),anisotropyMapUv:Qt&&f(y.anisotropyMap.channel),clearcoatMapUv:P&&f(y.clearcoatMap.channel),clearcoatNormalMapUv:M&&f(y.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:X&&f(y.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:dt&&f(y.diffuseRoughnessMap.channel),iridescenceMapUv:ot&&f(y.iridescenceMap.channel),iridescenceThicknessMapUv:bt&&f(y.iridescenceThicknessMap.channel),sheenColorMapUv:Tt&&f(y.sheenColorMap.channel),sheenRoughnessMapUv:et&&f(y.sheenRoughnessMap.channel),specularMapUv:it&&f(y.specularMap.channel),specularColorMapUv:gt&&f(y.specularColorMap.channel),specularIntensityMapUv:B&&f(y.specularIntensityMap.channel),transmissionMapUv:st&&f(y.transmissionMap.channel),thicknessMapUv:nt&&f(y.thicknessMap.channel),alphaMapUv:St&&f(y.alphaMap.channel),vertexTangents:!!N.attributes.tangent&&(Dt||ve),vertexNormals:!!N.attributes.normal,vertexColors:y.vertexColors,vertexAlphas:y.vertexColors===!0&&!!N.attributes.color&&N.attributes.color.itemSize===4,pointsUvs:D.isPoints===!0&&!!N.attributes.uv&&(Jt||St),fog:!!G,useFog:y.fog===!0,fogExp2:!!G&&G.isFogExp2,flatShading:y.wireframe===!1&&(y.flatShading===!0||N.attributes.normal===void 0&&Dt===!1&&(y.isMeshLambertMaterial||y.isMeshPhongMaterial||y.isMeshStandardMaterial||y.isMeshPhysicalMaterial)),sizeAttenuation:y.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:wt,skinning:D.isSkinnedMesh===!0,hasPositionAttribute:N.attributes.position!==void 0,morphTargets:N.morphAttributes.position!==void 0,morphNormals:N.morphAttributes.normal!==void 0,morphColors:N.morphAttributes.color!==void 0,morphTargetsCount:tt,morphTextureStride:ft,numSunLights:T.sun.length,numDirLights:T.directional.length,numPointLights:T.point.length,numSpotLights:T.spot.length,numSpotLightMaps:T.spotLightMap.length,numRectAreaLights:T.rectArea.length,numHemiLights:T.hemi.length,numSunLightShadows:T.sunShadowMap.length,numDirLightShadows:T.directionalShadowMap.length,numPointLightShadows:T.pointShadowMap.length,numSpotLightShadows:T.spotShadowMap.length,numSpotLightShadowsWithMaps:T.numSpotLightShadowsWithMaps,numLightProbes:T.numLightProbes,numLightProbeGrids:z.filter(Nt=>Nt.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:y.dithering,shadowMapEnabled:i.shadowMap.enabled&&O.length>0,shadowMapType:i.shadowMap.type,toneMapping:ut,decodeVideoTexture:Jt&&y.map.isVideoTexture===!0&&Re.getTransfer(y.map.colorSpace)===Oe,decodeVideoTextureEmissive:kt&&y.emissiveMap.isVideoTexture===!0&&Re.getTransfer(y.emissiveMap.colorSpace)===Oe,premultipliedAlpha:y.premultipliedAlpha,doubleSided:y.side===Dn,flipSided:y.side===Qn,useDepthPacking:y.depthPacking>=0,depthPacking:y.depthPacking||0,index0AttributeName:y.index0AttributeName,extensionClipCullDistance:ae&&y.extensions.clipCullDistance===!0&&e.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(ae&&y.extensions.multiDraw===!0||ie)&&e.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:e.has("KHR_parallel_shader_compile"),customProgramCacheKey:y.customProgramCacheKey()};return le.vertexUv1s=l.has(1),le.vertexUv2s=l.has(2),le.vertexUv3s=l.has(3),l.clear(),le}function _(y){let T=[];if(y.shaderID?T.push(y.shaderID):(T.push(y.customVertexShaderID),T.push(y.customFragmentShaderID)),y.defines!==void 0)for(let O in y.defines)T.push(O),T.push(y.defines[O]);return y.isRawShaderMaterial===!1&&(p(T,y),g(T,y),T.push(i.outputColorSpace)),T.push(y.customProgramCacheKey),T.join()}function p(y,T){y.push(T.precision),y.push(T.outputColorSpace),y.push(T.envMapMode),y.push(T.envMapPMREM),y.push(T.envMapMaxLod),y.push(T.envMapSize),y.push(T.mapUv),y.push(T.alphaMapUv),y.push(T.lightMapUv),y.push(T.aoMapUv),y.push(T.bumpMapUv),y.push(T.normalMapUv),y.push(T.displacementMapUv),y.push(T.emissiveMapUv),y.push(T.metalnessMapUv),y.push(T.roughnessMapUv),y.push(T.anisotropyMapUv),y.push(T.clearcoatMapUv),y.push(T.clearcoatNormalMapUv),y.push(T.clearcoatRoughnessMapUv),y.push(T.diffuseRoughnessMapUv),y.push(T.iridescenceMapUv),y.push(T.iridescenceThicknessMapUv),y.push(T.sheenColorMapUv),y.push(T.sheenRoughnessMapUv),y.push(T.specularMapUv),y.push(T.specularColorMapUv),y.push(T.specularIntensityMapUv),y.push(T.transmissionMapUv),y.push(T.thicknessMapUv),y.push(T.combine),y.push(T.fogExp2),y.push(T.sizeAttenuation),y.push(T.morphTargetsCount),y.push(T.numSunLights),y.push(T.numDirLights),y.push(T.numPointLights),y.push(T.numSpotLights),y.push(T.numSpotLightMaps),y.push(T.numHemiLights),y.push(T.numRectAreaLights),y.push(T.numSunLightShadows),y.push(T.numDirLightShadows),y.push(T.numPointLightShadows),y.push(T.numSpotLightShadows),y.push(T.numSpotLightShadowsWithMaps),y.push(T.numLightProbes),y.push(T.numLightProbeGrids),y.push(T.shadowMapType),y.push(T.toneMapping),y.push(T.numClippingPlanes),y.push(T.numClipIntersection),y.push(T.depthPacking)}function g(y,T){o.disableAll(),T.instancing&&o.enable(0),T.instancingColor&&o.enable(1),T.instancingMorph&&o.enable(2),T.matcap&&o.enable(3),T.envMap&&o.enable(4),T.normalMapObjectSpace&&o.enable(5),T.normalMapTangentSpace&&o.enable(6),T.clearcoat&&o.enable(7),T.iridescence&&o.enable(8),T.alphaTest&&o.enable(9),T.vertexColors&&o.enable(10),T.vertexAlphas&&o.enable(11),T.vertexUv1s&&o.enable(12),T.vertexUv2s&&o.enable(13),T.vertexUv3s&&o.enable(14),T.vertexTangents&&o.enable(15),T.anisotropy&&o.enable(16),T.alphaHash&&o.enable(17),T.batching&&o.enable(18),T.dispersion&&o.enable(19),T.retroreflection&&o.enable(24),T.diffuseRoughness&&o.enable(25),T.batchingColor&&o.enable(20),T.gradientMap&&o.enable(21),T.packedNormalMap&&o.enable(22),T.vertexNormals&&o.enable(23),y.push(o.mask),o.disableAll(),T.fog&&o.enable(0),T.useFog&&o.enable(1),T.flatShading&&o.enable(2),T.logarithmicDepthBuffer&&o.enable(3),T.reversedDepthBuffer&&o.enable(4),T.skinning&&o.enable(5),T.morphTargets&&o.enable(6),T.morphNormals&&o.enable(7),T.morphColors&&o.enable(8),T.premultipliedAlpha&&o.enable(9),T.shadowMapEnabled&&o.enable(10),T.doubleSided&&o.enable(11),T.flipSided&&o.enable(12),T.useDepthPacking&&o.enable(13),T.dithering&&o.enable(14),T.transmission&&o.enable(15),T.sheen&&o.enable(16),T.opaque&&o.enable(17),T.pointsUvs&&o.enable(18),T.decodeVideoTexture&&o.enable(19),T.decodeVideoTextureEmissive&&o.enable(20),T.alphaToCoverage&&o.enable(21),T.numLightProbeGrids>0&&o.enable(22),T.hasPositionAttribute&&o.enable(23),y.push(o.mask)}function v(y){let T=d[y.type],O;if(T){let L=ti[T];O=il.clone(L.uniforms)}else O=y.uniforms;return O}function E(y,T){let O=h.get(T);return O!==void 0?++O.usedTimes:(O=new Ob(i,T,y,s),c.push(O),h.set(T,O)),O}function S(y){if(--y.usedTimes===0){let T=c.indexOf(y);c[T]=c[c.length-1],c.pop(),h.delete(y.cacheKey),y.destroy()}}function C(y){a.remove(y)}function A(){a.dispose()}return{getParameters:m,getProgramCacheKey:_,getUniforms:v,acquireProgram:E,releaseProgram:S,releaseShaderCache:C,programs:c,dispose:A}}function Vb(){let i=new WeakMap;function t(o){return i.has(o)}function e(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:t,get:e,remove:n,update:s,dispose:r}}function Hb(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.material.id!==t.material.id?i.material.id-t.material.id:i.materialVariant!==t.materialVariant?i.materialVariant-t.materialVariant:i.z!==t.z?i.z-t.z:i.id-t.id}function _g(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.z!==t.z?t.z-i.z:i.id-t.id}function xg(){let i=[],t=0,e=[],n=[],s=[];function r(){t=0,e.length=0,n.length=0,s.length=0}function o(d){let f=0;return d.isInstancedMesh&&(f+=2),d.isSkinnedMesh&&(f+=1),f}function a(d,f,m,_,p,g){let v=i[t];return v===void 0?(v={id:d.id,object:d,geometry:f,material:m,materialVariant:o(d),groupOrder:_,renderOrder:d.renderOrder,z:p,group:g},i[t]=v):(v.id=d.id,v.object=d,v.geometry=f,v.material=m,v.materialVariant=o(d),v.groupOrder=_,v.renderOrder=d.renderOrder,v.z=p,v.group=g),t++,v}function l(d,f,m,_,p,g,v){v.reversedDepth===!0&&(p=-p);let E=a(d,f,m,_,p,g);m.transmission>0?n.push(E):m.transparent===!0?s.push(E):e.push(E)}function c(d,f,m,_,p,g){let v=a(d,f,m,_,p,g);m.transmission>0?n.unshift(v):m.transparent===!0?s.unshift(v):e.unshift(v)}function h(d,f){e.length>1&&e.sort(d||Hb),n.length>1&&n.sort(f||_g),s.length>1&&s.sort(f||_g)}function u(){for(let d=t,f=i.length;d<f;d++){let m=i[d];if(m.id===null)break;m.id=null,m.object=null,m.geometry=null,m.material=null,m.group=null}}return{opaque:e,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:u,sort:h}}function Gb(){let i=new WeakMap;function t(n,s){let r=i.get(n),o;return r===void 0?(o=new xg,i.set(n,[o])):s>=r.length?(o=new xg,r.push(o)):o=r[s],o}function e(){i=new WeakMap}return{get:t,dispose:e}}function Wb(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={direction:new R,color:new pe};break;case"SpotLight":e={position:new R,direction:new R,color:new pe,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new R,color:new pe,distance:0,decay:0};break;case"HemisphereLight":e={direction:new R,skyColor:new pe,groundColor:new pe};break;case"RectAreaLight":e={color:new pe,position:new R,halfWidth:new R,halfHeight:new R};break}return i[t.id]=e,e}}}function Xb(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new pt};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new pt};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new pt,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[t.id]=e,e}}}var qb=0;function Yb(i,t){return(t.castShadow?2:0)-(i.castShadow?2:0)+(t.map?1:0)-(i.map?1:0)}function $b(i){let t=new Wb,e=Xb(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new R);let s=new R,r=new Ie,o=new Ie;function a(c){let h=0,u=0,d=0;for(let z=0;z<9;z++)n.probe[z].set(0,0,0);let f=0,m=0,_=0,p=0,g=0,v=0,E=0,S=0,C=0,A=0,y=0,T=0,O=0,L=0;c.sort(Yb);for(let z=0,G=c.length;z<G;z++){let N=c[z],H=N.color,q=N.intensity,V=N.distance,ct=null;if(N.shadow&&N.shadow.map&&(N.shadow.map.texture.format===ir?ct=N.shadow.map.texture:ct=N.shadow.map.depthTexture||N.shadow.map.texture),N.isAmbientLight)h+=H.r*q,u+=H.g*q,d+=H.b*q;else if(N.isLightProbe){for(let Z=0;Z<9;Z++)n.probe[Z].addScaledVector(N.sh.coefficients[Z],q);L++}else if(N.isSunLight){let Z=t.get(N);if(Z.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let j=N.shadow,tt=e.get(N);tt.shadowIntensity=j.intensity,tt.shadowBias=j.bias,tt.shadowNormalBias=j.normalBias,tt.shadowRadius=j.radius,tt.shadowMapSize.copy(j.mapSize).multiply(j.getFrameExtents()),n.sunShadow[m]=tt,n.sunShadowMap[m]=ct;let ft=j.getViewportCount();for(let ht=0;ht<ft;ht++)n.sunShadowMatrix[_+ht]=j.getMatrix(ht),n.sunShadowCascade[_+ht]=j._cascadeData[ht];_+=ft,m++}n.sun[f]=Z,f++}else if(N.isDirectionalLight){let Z=t.get(N);if(Z.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let j=N.shadow,tt=e.get(N);tt.shadowIntensity=j.intensity,tt.shadowBias=j.bias,tt.shadowNormalBias=j.normalBias,tt.shadowRadius=j.radius,tt.shadowMapSize=j.mapSize,n.directionalShadow[p]=tt,n.directionalShadowMap[p]=ct,n.directionalShadowMatrix[p]=N.shadow.matrix,C++}n.directional[p]=Z,p++}else if(N.isSpotLight){let Z=t.get(N);Z.position.setFromMatrixPosition(N.matrixWorld),Z.color.copy(H).multiplyScalar(q),Z.distance=V,Z.coneCos=Math.cos(N.angle),Z.penumbraCos=Math.cos(N.angle*(1-N.penumbra)),Z.decay=N.decay,n.spot[v]=Z;let j=N.shadow;if(N.map&&(n.spotLightMap[T]=N.map,T++,j.updateMatrices(N),N.castShadow&&O++),n.spotLightMatrix[v]=j.matrix,N.castShadow){let tt=e.get(N);tt.shadowIntensity=j.intensity,tt.shadowBias=j.bias,tt.shadowNormalBias=j.normalBias,tt.shadowRadius=j.radius,tt.shadowMapSize=j.mapSize,n.spotShadow[v]=tt,n.spotShadowMap[v]=ct,y++}v++}else if(N.isRectAreaLight){let Z=t.get(N);Z.color.copy(H).multiplyScalar(q),Z.halfWidth.set(N.width*.5,0,0),Z.halfHeight.set(0,N.height*.5,0),n.rectArea[E]=Z,E++}else if(N.isPointLight){let Z=t.get(N);if(Z.color.copy(N.color).multiplyScalar(N.intensity),Z.distance=N.distance,Z.decay=N.decay,N.castShadow){let j=N.shadow,tt=e.get(N);tt.shadowIntensity=j.intensity,tt.shadowBias=j.bias,tt.shadowNormalBias=j.normalBias,tt.shadowRadius=j.radius,tt.shadowMapSize=j.mapSize,tt.shadowCameraNear=j.camera.near,tt.shadowCameraFar=j.camera.far,n.pointShadow[g]=tt,n.pointShadowMap[g]=ct,n.pointShadowMatrix[g]=N.shadow.matrix,A++}n.point[g]=Z,g++}else if(N.isHemisphereLight){let Z=t.get(N);Z.skyColor.copy(N.color).multiplyScalar(q),Z.groundColor.copy(N.groundColor).multiplyScalar(q),n.hemi[S]=Z,S++}}E>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Ut.LTC_FLOAT_1,n.rectAreaLTC2=Ut.LTC_FLOAT_2):(n.rectAreaLTC1=Ut.LTC_HALF_1,n.rectAreaLTC2=Ut.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=d;let D=n.hash;(D.sunLength!==f||D.directionalLength!==p||D.pointLength!==g||D.spotLength!==v||D.rectAreaLength!==E||D.hemiLength!==S||D.numSunShadows!==m||D.numDirectionalShadows!==C||D.numPointShadows!==A||D.numSpotShadows!==y||D.numSpotMaps!==T||D.numLightProbes!==L)&&(n.sun.length=f,n.directional.length=p,n.spot.length=v,n.rectArea.length=E,n.point.length=g,n.hemi.length=S,n.sunShadow.length=m,n.sunShadowMap.length=m,n.sunShadowMatrix.length=_,n.sunShadowCascade.length=_,n.directionalShadow.length=C,n.directionalShadowMap.length=C,n.directionalShadowMatrix.length=C,n.pointShadow.length=A,n.pointShadowMap.length=A,n.pointShadowMatrix.length=A,n.spotShadow.length=y,n.spotShadowMap.length=y,n.spotLightMatrix.length=y+T-O,n.spotLightMap.length=T,n.numSpotLightShadowsWithMaps=O,n.numLightProbes=L,D.sunLength=f,D.directionalLength=p,D.pointLength=g,D.spotLength=v,D.rectAreaLength=E,D.hemiLength=S,D.numSunShadows=m,D.numDirectionalShadows=C,D.numPointShadows=A,D.numSpotShadows=y,D.numSpotMaps=T,D.numLightProbes=L,n.version=qb++)}function l(c,h){let u=0,d=0,f=0,m=0,_=0,p=0,g=h.matrixWorldInverse;for(let v=0,E=c.length;v<E;v++){let S=c[v];if(S.isSunLight){let C=n.sun[u];C.direction.setFromMatrixPosition(S.matrixWorld),C.direction.transformDirection(g),u++}else if(S.isDirectionalLight){let C=n.directional[d];C.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(g),d++}else if(S.isSpotLight){let C=n.spot[m];C.position.setFromMatrixPosition(S.matrixWorld),C.position.applyMatrix4(g),C.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),C.direction.sub(s),C.direction.transformDirection(g),m++}else if(S.isRectAreaLight){let C=n.rectArea[_];C.position.setFromMatrixPosition(S.matrixWorld),C.position.applyMatrix4(g),o.identity(),r.copy(S.matrixWorld),r.premultiply(g),o.extractRotation(r),C.halfWidth.set(S.width*.5,0,0),C.halfHeight.set(0,S.height*.5,0),C.halfWidth.applyMatrix4(o),C.halfHeight.applyMatrix4(o),_++}else if(S.isPointLight){let C=n.point[f];C.position.setFromMatrixPosition(S.matrixWorld),C.position.applyMatrix4(g),f++}else if(S.isHemisphereLight){let C=n.hemi[p];C.direction.setFromMatrixPosition(S.matrixWorld),C.direction.transformDirection(g),p++}}}return{setup:a,setupView:l,state:n}}function yg(i){let t=new $b(i),e=[],n=[],s=[];function r(u){h.camera=u,e.length=0,n.length=0,s.length=0}function o(u){u.isLightProbeGrid?s.push(u):e.push(u)}function a(u){n.push(u)}function l(){t.setup(e),s.sort((u,d)=>u.priority-d.priority||u.id-d.id)}function c(u){t.setupView(e,u)}let h={lightsArray:e,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function Zb(i){let t=new WeakMap;function e(s,r=0){let o=t.get(s),a;return o===void 0?(a=new yg(i),t.set(s,[a])):r>=o.length?(a=new yg(i),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}var Jb=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,Kb=`uniform sampler2D shadow_pass;
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
}`,jb=[new R(1,0,0),new R(-1,0,0),new R(0,1,0),new R(0,-1,0),new R(0,0,1),new R(0,0,-1)],Qb=[new R(0,-1,0),new R(0,-1,0),new R(0,0,1),new R(0,0,-1),new R(0,-1,0),new R(0,-1,0)],vg=new Ie,sl=new R,Zd=new R;function tw(i,t,e){let n=new $s,s=new pt,r=new pt,o=new Be,a=new Mc,l=new bc,c={},h=e.maxTextureSize,u={[nr]:Qn,[Qn]:nr,[Dn]:Dn},d=new Ei({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new pt},radius:{value:4}},vertexShader:Jb,fragmentShader:Kb}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let m=new en;m.setAttribute("position",new pi(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let _=new je(m,d),p=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=br;let g=this.type;this.render=function(A,y,T){if(p.enabled===!1||p.autoUpdate===!1&&p.needsUpdate===!1||A.length===0)return;this.type===fm&&(te("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=br);let O=i.getRenderTarget(),L=i.getActiveCubeFace(),D=i.getActiveMipmapLevel(),z=i.state;z.setBlending(wr),z.buffers.depth.getReversed()===!0?z.buffers.color.setClear(0,0,0,0):z.buffers.color.setClear(1,1,1,1),z.buffers.depth.setTest(!0),z.setScissorTest(!1);let G=g!==this.type;G&&y.traverse(function(N){N.material&&(Array.isArray(N.material)?N.material.forEach(H=>H.needsUpdate=!0):N.material.needsUpdate=!0)});for(let N=0,H=A.length;N<H;N++){let q=A[N],V=q.shadow;if(V===void 0){te("WebGLShadowMap:",q,"has no shadow.");continue}if(V.autoUpdate===!1&&V.needsUpdate===!1)continue;s.copy(V.mapSize);let ct=V.getFrameExtents();s.multiply(ct),r.copy(V.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/ct.x),s.x=r.x*ct.x,V.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/ct.y),s.y=r.y*ct.y,V.mapSize.y=r.y));let Z=i.state.buffers.depth.getReversed();if(V.camera._reversedDepth=Z,V.map===null||G===!0){if(V.map!==null&&(V.map.depthTexture!==null&&(V.map.depthTexture.dispose(),V.map.depthTexture=null),V.map.dispose()),this.type===To){if(q.isPointLight){te("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}V.map=new mi(s.x,s.y,{format:ir,type:ki,minFilter:Kn,magFilter:Kn,generateMipmaps:!1}),V.map.texture.name=q.name+".shadowMap",V.map.depthTexture=new Es(s.x,s.y,Bi),V.map.depthTexture.name=q.name+".shadowMapDepth",V.map.depthTexture.format=bs,V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=Rn,V.map.depthTexture.magFilter=Rn}else q.isPointLight?(V.map=new ol(s.x),V.map.depthTexture=new Ma(s.x,Oi)):(V.map=new mi(s.x,s.y),V.map.depthTexture=new Es(s.x,s.y,Oi)),V.map.depthTexture.name=q.name+".shadowMap",V.map.depthTexture.format=bs,this.type===br?(V.map.depthTexture.compareFunction=Z?Cd:Rd,V.map.depthTexture.minFilter=Kn,V.map.depthTexture.magFilter=Kn):(V.map.depthTexture.compareFunction=null,V.map.depthTexture.minFilter=Rn,V.map.depthTexture.magFilter=Rn);V.camera.updateProjectionMatrix()}V.map.isWebGLCubeRenderTarget!==!0&&(V.map.width!==s.x||V.map.height!==s.y)&&V.map.setSize(s.x,s.y);let j=V.map.isWebGLCubeRenderTarget?6:V.getViewportCount();q.isPointLight!==!0&&V.updateMatrices(q,T);let tt=(V.camera.layers.mask&4294967294)!==0?V.camera.layers:T.layers;for(let ft=0;ft<j;ft++){let ht=V.getCamera(ft);if(q.isPointLight){let Q=V.camera,_t=V.matrix,yt=q.distance||Q.far;yt!==Q.far&&(Q.far=yt,Q.updateProjectionMatrix()),sl.setFromMatrixPosition(q.matrixWorld),Q.position.copy(sl),Zd.copy(Q.position),Zd.add(jb[ft]),Q.up.copy(Qb[ft]),Q.lookAt(Zd),Q.updateMatrixWorld(),_t.makeTranslation(-sl.x,-sl.y,-sl.z),vg.multiplyMatrices(Q.projectionMatrix,Q.matrixWorldInverse),V._frustum.setFromProjectionMatrix(vg,Q.coordinateSystem,Q.reversedDepth)}if(V.map.isWebGLCubeRenderTarget)i.setRenderTarget(V.map,ft),i.clear();else{ft===0&&(i.setRenderTarget(V.map),i.clear());let Q=V.getViewport(ft);o.set(r.x*Q.x,r.y*Q.y,r.x*Q.z,r.y*Q.w),z.viewport(o)}n=V.getFrustum(ft),S(y,T,ht,q,tt,this.type)}V.isPointLightShadow!==!0&&this.type===To&&v(V,T),V.needsUpdate=!1}g=this.type,p.needsUpdate=!1,i.setRenderTarget(O,L,D)};function v(A,y){let T=t.update(_);d.defines.VSM_SAMPLES!==A.blurSamples&&(d.defines.VSM_SAMPLES=A.blurSamples,f.defines.VSM_SAMPLES=A.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),A.mapPass===null?A.mapPass=new mi(s.x,s.y,{format:ir,type:ki}):(A.mapPass.width!==A.map.width||A.mapPass.height!==A.map.height)&&A.mapPass.setSize(A.map.width,A.map.height),d.uniforms.shadow_pass.value=A.map.depthTexture,d.uniforms.resolution.value.set(A.map.width,A.map.height),d.uniforms.radius.value=A.radius,i.setRenderTarget(A.mapPass),i.clear(),i.renderBufferDirect(y,null,T,d,_,null),f.uniforms.shadow_pass.value=A.mapPass.texture,f.uniforms.resolution.value.set(A.map.width,A.map.height),f.uniforms.radius.value=A.radius,i.setRenderTarget(A.map),i.clear(),i.renderBufferDirect(y,null,T,f,_,null)}function E(A,y,T,O){let L=null,D=T.isPointLight===!0?A.customDistanceMaterial:A.customDepthMaterial;if(D!==void 0)L=D;else if(L=T.isPointLight===!0?l:a,i.localClippingEnabled&&y.clipShadows===!0&&Array.isArray(y.clippingPlanes)&&y.clippingPlanes.length!==0||y.displacementMap&&y.displacementScale!==0||y.alphaMap&&y.alphaTest>0||y.map&&y.alphaTest>0||y.alphaToCoverage===!0){let z=L.uuid,G=y.uuid,N=c[z];N===void 0&&(N={},c[z]=N);let H=N[G];H===void 0&&(H=L.clone(),N[G]=H,y.addEventListener("dispose",C)),L=H}if(L.visible=y.visible,L.wireframe=y.wireframe,O===To?L.side=y.shadowSide!==null?y.shadowSide:y.side:L.side=y.shadowSide!==null?y.shadowSide:u[y.side],L.alphaMap=y.alphaMap,L.alphaTest=y.alphaToCoverage===!0?.5:y.alphaTest,L.map=y.map,L.clipShadows=y.clipShadows,L.clippingPlanes=y.clippingPlanes,L.clipIntersection=y.clipIntersection,L.displacementMap=y.displacementMap,L.displacementScale=y.displacementScale,L.displacementBias=y.displacementBias,L.wireframeLinewidth=y.wireframeLinewidth,L.linewidth=y.linewidth,T.isPointLight===!0&&L.isMeshDistanceMaterial===!0){let z=i.properties.get(L);z.light=T}return L}function S(A,y,T,O,L,D){if(A.visible===!1)return;if(A.layers.test(L)&&(A.isMesh||A.isLine||A.isPoints)&&(A.castShadow||A.receiveShadow&&D===To)&&(!A.frustumCulled||A.intersectsFrustum(n))){A.modelViewMatrix.multiplyMatrices(T.matrixWorldInverse,A.matrixWorld);let N=t.update(A),H=A.material;if(Array.isArray(H)){let q=N.groups;for(let V=0,ct=q.length;V<ct;V++){let Z=q[V],j=H[Z.materialIndex];if(j&&j.visible){let tt=E(A,j,O,D);A.onBeforeShadow(i,A,y,T,N,tt,Z),i.renderBufferDirect(T,null,N,tt,A,Z),A.onAfterShadow(i,A,y,T,N,tt,Z)}}}else if(H.visible){let q=E(A,H,O,D);A.onBeforeShadow(i,A,y,T,N,q,null),i.renderBufferDirect(T,null,N,q,A,null),A.onAfterShadow(i,A,y,T,N,q,null)}}let G=A.children;for(let N=0,H=G.length;N<H;N++)S(G[N],y,T,O,L,D)}function C(A){A.target.removeEventListener("dispose",C);for(let T in c){let O=c[T],L=A.target.uuid;L in O&&(O[L].dispose(),delete O[L])}}}function ew(i,t){function e(){let B=!1,st=new Be,nt=null,Ct=new Be(0,0,0,0);return{setMask:function(St){nt!==St&&!B&&(i.colorMask(St,St,St,St),nt=St)},setLocked:function(St){B=St},setClear:function(St,Rt,Kt,ae,ut){ut===!0&&(St*=ae,Rt*=ae,Kt*=ae),st.set(St,Rt,Kt,ae),Ct.equals(st)===!1&&(i.clearColor(St,Rt,Kt,ae),Ct.copy(st))},reset:function(){B=!1,nt=null,Ct.set(-1,0,0,0)}}}function n(){let B=!1,st=!1,nt=null,Ct=null,St=null;return{setReversed:function(Rt){if(st!==Rt){let Kt=t.get("EXT_clip_control");Rt?Kt.clipControlEXT(Kt.LOWER_LEFT_EXT,Kt.ZERO_TO_ONE_EXT):Kt.clipControlEXT(Kt.LOWER_LEFT_EXT,Kt.NEGATIVE_ONE_TO_ONE_EXT),st=Rt;let ae=St;St=null,this.setClear(ae)}},getReversed:function(){return st},setTest:function(Rt){Rt?wt(i.DEPTH_TEST):Ht(i.DEPTH_TEST)},setMask:function(Rt){nt!==Rt&&!B&&(i.depthMask(Rt),nt=Rt)},setFunc:function(Rt){if(st&&(Rt=qm[Rt]),Ct!==Rt){switch(Rt){case Zl:i.depthFunc(i.NEVER);break;case Jl:i.depthFunc(i.ALWAYS);break;case Kl:i.depthFunc(i.LESS);break;case po:i.depthFunc(i.LEQUAL);break;case jl:i.depthFunc(i.EQUAL);break;case Ql:i.depthFunc(i.GEQUAL);break;case tc:i.depthFunc(i.GREATER);break;case ec:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}Ct=Rt}},setLocked:function(Rt){B=Rt},setClear:function(Rt){St!==Rt&&(St=Rt,st&&(Rt=1-Rt),i.clearDepth(Rt))},reset:function(){B=!1,nt=null,Ct=null,St=null,st=!1}}}function s(){let B=!1,st=null,nt=null,Ct=null,St=null,Rt=null,Kt=null,ae=null,ut=null;return{setTest:function(qt){B||(qt?wt(i.STENCIL_TEST):Ht(i.STENCIL_TEST))},setMask:function(qt){st!==qt&&!B&&(i.stencilMask(qt),st=qt)},setFunc:function(qt,le,Nt){(nt!==qt||Ct!==le||St!==Nt)&&(i.stencilFunc(qt,le,Nt),nt=qt,Ct=le,St=Nt)},setOp:function(qt,le,Nt){(Rt!==qt||Kt!==le||ae!==Nt)&&(i.stencilOp(qt,le,Nt),Rt=qt,Kt=le,ae=Nt)},setLocked:function(qt){B=qt},setClear:function(qt){ut!==qt&&(i.clearStencil(qt),ut=qt)},reset:function(){B=!1,st=null,nt=null,Ct=null,St=null,Rt=null,Kt=null,ae=null,ut=null}}}let r=new e,o=new n,a=new s,l={},c=new WeakMap,h={},u={},d={},f=new WeakMap,m=[],_=null,p=!1,g=null,v=null,E=null,S=null,C=null,A=null,y=null,T=new pe(0,0,0),O=0,L=!1,D=null,z=null,G=null,N=null,H=null,q=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),V=!1,ct=0,Z=i.getParameter(i.VERSION);Z.indexOf("WebGL")!==-1?(ct=parseFloat(/^WebGL (\d)/.exec(Z)[1]),V=ct>=1):Z.indexOf("OpenGL ES")!==-1&&(ct=parseFloat(/^OpenGL ES (\d)/.exec(Z)[1]),V=ct>=2);let j=null,tt={},ft=i.getParameter(i.SCISSOR_BOX),ht=i.getParameter(i.VIEWPORT),Q=new Be().fromArray(ft),_t=new Be().fromArray(ht);function yt(B,st,nt,Ct){let St=new Uint8Array(4),Rt=i.createTexture();i.bindTexture(B,Rt),i.texParameteri(B,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(B,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Kt=0;Kt<nt;Kt++)B===i.TEXTURE_3D||B===i.TEXTURE_2D_ARRAY?i.texImage3D(st,0,i.RGBA,1,1,Ct,0,i.RGBA,i.UNSIGNED_BYTE,St):i.texImage2D(st+Kt,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,St);return Rt}let Lt={};Lt[i.TEXTURE_2D]=yt(i.TEXTURE_2D,i.TEXTURE_2D,1),Lt[i.TEXTURE_CUBE_MAP]=yt(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),Lt[i.TEXTURE_2D_ARRAY]=yt(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),Lt[i.TEXTURE_3D]=yt(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),wt(i.DEPTH_TEST),o.setFunc(po),Bt(!1),Dt(od),wt(i.CULL_FACE),vt(wr);function wt(B){h[B]!==!0&&(i.enable(B),h[B]=!0)}function Ht(B){h[B]!==!1&&(i.disable(B),h[B]=!1)}function ie(B,st){return d[B]!==st?(i.bindFramebuffer(B,st),d[B]=st,B===i.DRAW_FRAMEBUFFER&&(d[i.FRAMEBUFFER]=st),B===i.FRAMEBUFFER&&(d[i.DRAW_FRAMEBUFFER]=st),!0):!1}function Jt(B,st){let nt=m,Ct=!1;if(B){nt=f.get(st),nt===void 0&&(nt=[],f.set(st,nt));let St=B.textures;if(nt.length!==St.length||nt[0]!==i.COLOR_ATTACHMENT0){for(let Rt=0,Kt=St.length;Rt<Kt;Rt++)nt[Rt]=i.COLOR_ATTACHMENT0+Rt;nt.length=St.length,Ct=!0}}else nt[0]!==i.BACK&&(nt[0]=i.BACK,Ct=!0);Ct&&i.drawBuffers(nt)}function se(B){return _!==B?(i.useProgram(B),_=B,!0):!1}let ne={[Er]:i.FUNC_ADD,[mm]:i.FUNC_SUBTRACT,[gm]:i.FUNC_REVERSE_SUBTRACT};ne[_m]=i.MIN,ne[xm]=i.MAX;let rt={[ym]:i.ZERO,[vm]:i.ONE,[Sm]:i.SRC_COLOR,[hd]:i.SRC_ALPHA,[Am]:i.SRC_ALPHA_SATURATE,[Em]:i.DST_COLOR,[bm]:i.DST_ALPHA,[Mm]:i.ONE_MINUS_SRC_COLOR,[ud]:i.ONE_MINUS_SRC_ALPHA,[Tm]:i.ONE_MINUS_DST_COLOR,[wm]:i.ONE_MINUS_DST_ALPHA,[Rm]:i.CONSTANT_COLOR,[Cm]:i.ONE_MINUS_CONSTANT_COLOR,[Pm]:i.CONSTANT_ALPHA,[Im]:i.ONE_MINUS_CONSTANT_ALPHA};function vt(B,st,nt,Ct,St,Rt,Kt,ae,ut,qt){if(B===wr){p===!0&&(Ht(i.BLEND),p=!1);return}if(p===!1&&(wt(i.BLEND),p=!0),B!==pm){if(B!==g||qt!==L){if((v!==Er||C!==Er)&&(i.blendEquation(i.FUNC_ADD),v=Er,C=Er),qt)switch(B){case Ao:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case ad:i.blendFunc(i.ONE,i.ONE);break;case ld:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case cd:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:oe("WebGLState: Invalid blending: ",B);break}else switch(B){case Ao:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case ad:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case ld:oe("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case cd:oe("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:oe("WebGLState: Invalid blending: ",B);break}E=null,S=null,A=null,y=null,T.set(0,0,0),O=0,g=B,L=qt}return}St=St||st,Rt=Rt||nt,Kt=Kt||Ct,(st!==v||St!==C)&&(i.blendEquationSeparate(ne[st],ne[St]),v=st,C=St),(nt!==E||Ct!==S||Rt!==A||Kt!==y)&&(i.blendFuncSeparate(rt[nt],rt[Ct],rt[Rt],rt[Kt]),E=nt,S=Ct,A=Rt,y=Kt),(ae.equals(T)===!1||ut!==O)&&(i.blendColor(ae.r,ae.g,ae.b,ut),T.copy(ae),O=ut),g=B,L=!1}function xt(B,st){B.side===Dn?Ht(i.CULL_FACE):wt(i.CULL_FACE);let nt=B.side===Qn;st&&(nt=!nt),Bt(nt),B.blending===Ao&&B.transparent===!1?vt(wr):vt(B.blending,B.blendEquation,B.blendSrc,B.blendDst,B.blendEquationAlpha,B.blendSrcAlpha,B.blendDstAlpha,B.blendColor,B.blendAlpha,B.premultipliedAlpha),o.setFunc(B.depthFunc),o.setTest(B.depthTest),o.setMask(B.depthWrite),r.setMask(B.colorWrite);let Ct=B.stencilWrite;a.setTest(Ct),Ct&&(a.setMask(B.stencilWriteMask),a.setFunc(B.stencilFunc,B.stencilRef,B.stencilFuncMask),a.setOp(B.stencilFail,B.stencilZFail,B.stencilZPass)),kt(B.polygonOffset,B.polygonOffsetFactor,B.polygonOffsetUnits),B.alphaToCoverage===!0?wt(i.SAMPLE_ALPHA_TO_COVERAGE):Ht(i.SAMPLE_ALPHA_TO_COVERAGE)}function Bt(B){D!==B&&(B?i.frontFace(i.CW):i.frontFace(i.CCW),D=B)}function Dt(B){B!==um?(wt(i.CULL_FACE),B!==z&&(B===od?i.cullFace(i.BACK):B===dm?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Ht(i.CULL_FACE),z=B}function ee(B){B!==G&&(V&&i.lineWidth(B),G=B)}function kt(B,st,nt){B?(wt(i.POLYGON_OFFSET_FILL),(N!==st||H!==nt)&&(N=st,H=nt,o.getReversed()&&(st=-st,nt=-nt),i.polygonOffset(st,nt))):Ht(i.POLYGON_OFFSET_FILL)}function ge(B){B?wt(i.SCISSOR_TEST):Ht(i.SCISSOR_TEST)}function ue(B){B===void 0&&(B=i.TEXTURE0+q-1),j!==B&&(i.activeTexture(B),j=B)}function ve(B,st,nt){nt===void 0&&(j===null?nt=i.TEXTURE0+q-1:nt=j);let Ct=tt[nt];Ct===void 0&&(Ct={type:void 0,texture:void 0},tt[nt]=Ct),(Ct.type!==B||Ct.texture!==st)&&(j!==nt&&(i.activeTexture(nt),j=nt),i.bindTexture(B,st||Lt[B]),Ct.type=B,Ct.texture=st)}function F(){let B=tt[j];B!==void 0&&B.type!==void 0&&(i.bindTexture(B.type,null),B.type=void 0,B.texture=void 0)}function Mt(){try{i.compressedTexImage2D(...arguments)}catch(B){oe("WebGLState:",B)}}function Xt(){try{i.compressedTexImage3D(...arguments)}catch(B){oe("WebGLState:",B)}}function ce(){try{i.texSubImage2D(...arguments)}catch(B){oe("WebGLState:",B)}}function Et(){try{i.texSubImage3D(...arguments)}catch(B){oe("WebGLState:",B)}}function Fe(){try{i.compressedTexSubImage2D(...arguments)}catch(B){oe("WebGLState:",B)}}function $t(){try{i.compressedTexSubImage3D(...arguments)}catch(B){oe("WebGLState:",B)}}function Qt(){try{i.texStorage2D(...arguments)}catch(B){oe("WebGLState:",B)}}function P(){try{i.texStorage3D(...arguments)}catch(B){oe("WebGLState:",B)}}function M(){try{i.texImage2D(...arguments)}catch(B){oe("WebGLState:",B)}}function X(){try{i.texImage3D(...arguments)}catch(B){oe("WebGLState:",B)}}function dt(B){return u[B]!==void 0?u[B]:i.getParameter(B)}function ot(B,st){u[B]!==st&&(i.pixelStorei(B,st),u[B]=st)}function bt(B){Q.equals(B)===!1&&(i.scissor(B.x,B.y,B.z,B.w),Q.copy(B))}function Tt(B){_t.equals(B)===!1&&(i.viewport(B.x,B.y,B.z,B.w),_t.copy(B))}function et(B,st){let nt=c.get(st);nt===void 0&&(nt=new WeakMap,c.set(st,nt));let Ct=nt.get(B);Ct===void 0&&(Ct=i.getUniformBlockIndex(st,B.name),i.uniformBlockBinding(st,Ct,Ct),nt.set(B,Ct))}function it(B,st,nt){let St=c.get(st).get(B);l[St]!==nt&&(i.bindBufferBase(i.UNIFORM_BUFFER,St,nt),l[St]=nt)}function gt(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},u={},j=null,tt={},d={},l={},f=new WeakMap,m=[],_=null,p=!1,g=null,v=null,E=null,S=null,C=null,A=null,y=null,T=new pe(0,0,0),O=0,L=!1,D=null,z=null,G=null,N=null,H=null,Q.set(0,0,i.canvas.width,i.canvas.height),_t.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:wt,disable:Ht,bindFramebuffer:ie,drawBuffers:Jt,useProgram:se,setBlending:vt,setMaterial:xt,setFlipSided:Bt,setCullFace:Dt,setLineWidth:ee,setPolygonOffset:kt,setScissorTest:ge,activeTexture:ue,bindTexture:ve,unbindTexture:F,compressedTexImage2D:Mt,compressedTexImage3D:Xt,texImage2D:M,texImage3D:X,pixelStorei:ot,getParameter:dt,updateUBOMapping:et,uniformBlockBinding:it,texStorage2D:Qt,texStorage3D:P,texSubImage2D:ce,texSubImage3D:Et,compressedTexSubImage2D:Fe,compressedTexSubImage3D:$t,scissor:bt,viewport:Tt,reset:gt}}function nw(i,t,e,n,s,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new pt,h=new WeakMap,u=new Set,d,f=new WeakMap,m=new Set,_=new FinalizationRegistry(P=>m.delete(P)),p=!1;try{p=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(P,M){return p?new OffscreenCanvas(P,M):ga("canvas")}function v(P,M,X){let dt=1,ot=Qt(P);if((ot.width>X||ot.height>X)&&(dt=X/Math.max(ot.width,ot.height)),dt<1)if(typeof HTMLImageElement<"u"&&P instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&P instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&P instanceof ImageBitmap||typeof VideoFrame<"u"&&P instanceof VideoFrame){let bt=Math.floor(dt*ot.width),Tt=Math.floor(dt*ot.height);d===void 0&&(d=g(bt,Tt));let et=M?g(bt,Tt):d;return et.width=bt,et.height=Tt,et.getContext("2d").drawImage(P,0,0,bt,Tt),te("WebGLRenderer: Texture has been resized from ("+ot.width+"x"+ot.height+") to ("+bt+"x"+Tt+")."),et}else return"data"in P&&te("WebGLRenderer: Image in DataTexture is too big ("+ot.width+"x"+ot.height+")."),P;return P}function E(P){return P.generateMipmaps}function S(P){i.generateMipmap(P)}function C(P){return P.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:P.isWebGL3DRenderTarget?i.TEXTURE_3D:P.isWebGLArrayRenderTarget||P.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function A(P,M,X,dt,ot,bt=!1){if(P!==null){if(i[P]!==void 0)return i[P];te("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+P+"'")}let Tt;dt&&(Tt=t.get("EXT_texture_norm16"),Tt||te("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let et=M;if(M===i.RED&&(X===i.FLOAT&&(et=i.R32F),X===i.HALF_FLOAT&&(et=i.R16F),X===i.UNSIGNED_BYTE&&(et=i.R8),X===i.UNSIGNED_SHORT&&Tt&&(et=Tt.R16_EXT),X===i.SHORT&&Tt&&(et=Tt.R16_SNORM_EXT)),M===i.RED_INTEGER&&(X===i.UNSIGNED_BYTE&&(et=i.R8UI),X===i.UNSIGNED_SHORT&&(et=i.R16UI),X===i.UNSIGNED_INT&&(et=i.R32UI),X===i.BYTE&&(et=i.R8I),X===i.SHORT&&(et=i.R16I),X===i.INT&&(et=i.R32I)),M===i.RG&&(X===i.FLOAT&&(et=i.RG32F),X===i.HALF_FLOAT&&(et=i.RG16F),X===i.UNSIGNED_BYTE&&(et=i.RG8),X===i.UNSIGNED_SHORT&&Tt&&(et=Tt.RG16_EXT),X===i.SHORT&&Tt&&(et=Tt.RG16_SNORM_EXT)),M===i.RG_INTEGER&&(X===i.UNSIGNED_BYTE&&(et=i.RG8UI),X===i.UNSIGNED_SHORT&&(et=i.RG16UI),X===i.UNSIGNED_INT&&(et=i.RG32UI),X===i.BYTE&&(et=i.RG8I),X===i.SHORT&&(et=i.RG16I),X===i.INT&&(et=i.RG32I)),M===i.RGB_INTEGER&&(X===i.UNSIGNED_BYTE&&(et=i.RGB8UI),X===i.UNSIGNED_SHORT&&(et=i.RGB16UI),X===i.UNSIGNED_INT&&(et=i.RGB32UI),X===i.BYTE&&(et=i.RGB8I),X===i.SHORT&&(et=i.RGB16I),X===i.INT&&(et=i.RGB32I)),M===i.RGBA_INTEGER&&(X===i.UNSIGNED_BYTE&&(et=i.RGBA8UI),X===i.UNSIGNED_SHORT&&(et=i.RGBA16UI),X===i.UNSIGNED_INT&&(et=i.RGBA32UI),X===i.BYTE&&(et=i.RGBA8I),X===i.SHORT&&(et=i.RGBA16I),X===i.INT&&(et=i.RGBA32I)),M===i.RGB&&(X===i.UNSIGNED_SHORT&&Tt&&(et=Tt.RGB16_EXT),X===i.SHORT&&Tt&&(et=Tt.RGB16_SNORM_EXT),X===i.UNSIGNED_INT_5_9_9_9_REV&&(et=i.RGB9_E5),X===i.UNSIGNED_INT_10F_11F_11F_REV&&(et=i.R11F_G11F_B10F)),M===i.RGBA){let it=bt?ma:Re.getTransfer(ot);X===i.FLOAT&&(et=i.RGBA32F),X===i.HALF_FLOAT&&(et=i.RGBA16F),X===i.UNSIGNED_BYTE&&(et=it===Oe?i.SRGB8_ALPHA8:i.RGBA8),X===i.UNSIGNED_SHORT&&Tt&&(et=Tt.RGBA16_EXT),X===i.SHORT&&Tt&&(et=Tt.RGBA16_SNORM_EXT),X===i.UNSIGNED_SHORT_4_4_4_4&&(et=i.RGBA4),X===i.UNSIGNED_SHORT_5_5_5_1&&(et=i.RGB5_A1)}return(et===i.R16F||et===i.R32F||et===i.RG16F||et===i.RG32F||et===i.RGBA16F||et===i.RGBA32F)&&t.get("EXT_color_buffer_float"),et}function y(P,M){let X;return P?M===null||M===Oi||M===Ar?X=i.DEPTH24_STENCIL8:M===Bi?X=i.DEPTH32F_STENCIL8:M===Co&&(X=i.DEPTH24_STENCIL8,te("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):M===null||M===Oi||M===Ar?X=i.DEPTH_COMPONENT24:M===Bi?X=i.DEPTH_COMPONENT32F:M===Co&&(X=i.DEPTH_COMPONENT16),X}function T(P,M){return E(P)===!0||P.isFramebufferTexture&&P.minFilter!==Rn&&P.minFilter!==Kn?Math.log2(Math.max(M.width,M.height))+1:P.mipmaps.length>0?P.mipmaps.length:P.isCompressedTexture&&Array.isArray(P.image)?M.mipmaps.length:1}function O(P){let M=new WeakRef(P);n.get(P).__ref=M,m.add(M),_.register(P,M,M)}function L(P){let M=n.get(P).__ref;M!==void 0&&(m.delete(M),_.unregister(M))}function D(P){G(P.target)}function z(P){N(P.target)}function G(P){P.removeEventListener("dispose",D),L(P),q(P),P.isVideoTexture&&h.delete(P),P.isHTMLTexture&&u.delete(P)}function N(P){P.removeEventListener("dispose",z),L(P),ct(P)}function H(){for(let P of m){let M=P.deref();M!==void 0&&(M.isRenderTarget===!0?N(M):G(M))}m.clear(),u.clear()}function q(P){let M=n.get(P);if(M.__webglInit===void 0)return;let X=P.source,dt=f.get(X);if(dt){let ot=dt[M.__cacheKey];ot.usedTimes--,ot.usedTimes===0&&V(P),Object.keys(dt).length===0&&f.delete(X)}n.remove(P)}function V(P){let M=n.get(P);i.deleteTexture(M.__webglTexture);let X=P.source,dt=f.get(X);delete dt[M.__cacheKey],o.memory.textures--}function ct(P){let M=n.get(P);M.__depthDisposeCallback&&M.__depthDisposeCallback();let X=P.depthTexture;if(X&&X.renderTarget===P&&G(X),P.isWebGLCubeRenderTarget)for(let ot=0;ot<6;ot++){if(Array.isArray(M.__webglFramebuffer[ot]))for(let bt=0;bt<M.__webglFramebuffer[ot].length;bt++)i.deleteFramebuffer(M.__webglFramebuffer[ot][bt]);else i.deleteFramebuffer(M.__webglFramebuffer[ot]);M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer[ot])}else{if(Array.isArray(M.__webglFramebuffer))for(let ot=0;ot<M.__webglFramebuffer.length;ot++)i.deleteFramebuffer(M.__webglFramebuffer[ot]);else i.deleteFramebuffer(M.__webglFramebuffer);if(M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer),M.__webglMultisampledFramebuffer&&i.deleteFramebuffer(M.__webglMultisampledFramebuffer),M.__webglColorRenderbuffer)for(let ot=0;ot<M.__webglColorRenderbuffer.length;ot++)M.__webglColorRenderbuffer[ot]&&i.deleteRenderbuffer(M.__webglColorRenderbuffer[ot]);M.__webglDepthRenderbuffer&&i.deleteRenderbuffer(M.__webglDepthRenderbuffer)}let dt=P.textures;for(let ot=0,bt=dt.length;ot<bt;ot++){let Tt=n.get(dt[ot]);Tt.__webglTexture&&(i.deleteTexture(Tt.__webglTexture),o.memory.textures--),n.remove(dt[ot])}n.remove(P)}let Z=0;function j(){Z=0}function tt(){return Z}function ft(P){Z=P}function ht(){let P=Z;return P>=s.maxTextures&&te("WebGLTextures: Trying to use "+(P+1)+" texture units while this GPU supports only "+s.maxTextures),Z+=1,P}function Q(P){let M=[];return M.push(P.wrapS),M.push(P.wrapT),M.push(P.wrapR||0),M.push(P.magFilter),M.push(P.minFilter),M.push(P.anisotropy),M.push(P.internalFormat),M.push(P.format),M.push(P.type),M.push(P.generateMipmaps),M.push(P.mipmapsAutoUpdate),M.push(P.premultiplyAlpha),M.push(P.flipY),M.push(P.unpackAlignment),M.push(P.colorSpace),M.join()}function _t(P,M){let X=n.get(P);if(P.isVideoTexture&&Fe(P),P.isRenderTargetTexture===!1&&P.isExternalTexture!==!0&&P.version>0&&X.__version!==P.version){let dt=P.image;if(dt===null)te("WebGLRenderer: Texture marked for update but no image data found.");else if(dt.complete===!1)te("WebGLRenderer: Texture marked for update but image is incomplete");else{xt(X,P,M);return}}else P.isExternalTexture&&(X.__webglTexture=P.sourceTexture?P.sourceTexture:null);e.bindTexture(i.TEXTURE_2D,X.__webglTexture,i.TEXTURE0+M)}function yt(P,M){let X=n.get(P);if(P.isRenderTargetTexture===!1&&P.version>0&&X.__version!==P.version){xt(X,P,M);return}else P.isExternalTexture&&(X.__webglTexture=P.sourceTexture?P.sourceTexture:null);e.bindTexture(i.TEXTURE_2D_ARRAY,X.__webglTexture,i.TEXTURE0+M)}function Lt(P,M){let X=n.get(P);if(P.isRenderTargetTexture===!1&&P.version>0&&X.__version!==P.version){xt(X,P,M);return}e.bindTexture(i.TEXTURE_3D,X.__webglTexture,i.TEXTURE0+M)}function wt(P,M){let X=n.get(P);if(P.version>0&&X.__version!==P.version){Bt(X,P,M);return}e.bindTexture(i.TEXTURE_CUBE_MAP,X.__webglTexture,i.TEXTURE0+M)}let Ht={[nc]:i.REPEAT,[is]:i.CLAMP_TO_EDGE,[ic]:i.MIRRORED_REPEAT},ie={[Rn]:i.NEAREST,[Nm]:i.NEAREST_MIPMAP_NEAREST,[Za]:i.NEAREST_MIPMAP_LINEAR,[Kn]:i.LINEAR,[kc]:i.LINEAR_MIPMAP_NEAREST,[Rs]:i.LINEAR_MIPMAP_LINEAR},Jt={[Bm]:i.NEVER,[Pd]:i.ALWAYS,[km]:i.LESS,[Rd]:i.LEQUAL,[zm]:i.EQUAL,[Cd]:i.GEQUAL,[Vm]:i.GREATER,[Hm]:i.NOTEQUAL};function se(P,M){if(M.type===Bi&&t.has("OES_texture_float_linear")===!1&&(M.magFilter===Kn||M.magFilter===kc||M.magFilter===Za||M.magFilter===Rs||M.minFilter===Kn||M.minFilter===kc||M.minFilter===Za||M.minFilter===Rs)&&te("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(P,i.TEXTURE_WRAP_S,Ht[M.wrapS]),i.texParameteri(P,i.TEXTURE_WRAP_T,Ht[M.wrapT]),(P===i.TEXTURE_3D||P===i.TEXTURE_2D_ARRAY)&&i.texParameteri(P,i.TEXTURE_WRAP_R,Ht[M.wrapR]),i.texParameteri(P,i.TEXTURE_MAG_FILTER,ie[M.magFilter]),i.texParameteri(P,i.TEXTURE_MIN_FILTER,ie[M.minFilter]),M.compareFunction&&(i.texParameteri(P,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(P,i.TEXTURE_COMPARE_FUNC,Jt[M.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(M.magFilter===Rn||M.minFilter!==Za&&M.minFilter!==Rs||M.type===Bi&&t.has("OES_texture_float_linear")===!1)return;if(M.anisotropy>1||n.get(M).__currentAnisotropy){let X=t.get("EXT_texture_filter_anisotropic");i.texParameterf(P,X.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(M.anisotropy,s.getMaxAnisotropy())),n.get(M).__currentAnisotropy=M.anisotropy}}}function ne(P,M){let X=!1;P.__webglInit===void 0&&(P.__webglInit=!0,M.addEventListener("dispose",D),O(M));let dt=M.source,ot=f.get(dt);ot===void 0&&(ot={},f.set(dt,ot));let bt=Q(M);if(bt!==P.__cacheKey){ot[bt]===void 0&&(ot[bt]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,X=!0),ot[bt].usedTimes++;let Tt=ot[P.__cacheKey];Tt!==void 0&&(ot[P.__cacheKey].usedTimes--,Tt.usedTimes===0&&V(M)),P.__cacheKey=bt,P.__webglTexture=ot[bt].texture}return X}function rt(P,M,X){return Math.floor(Math.floor(P/X)/M)}function vt(P,M,X,dt){let bt=P.updateRanges;if(bt.length===0)e.texSubImage2D(i.TEXTURE_2D,0,0,0,M.width,M.height,X,dt,M.data);else{bt.sort((B,st)=>B.start-st.start);let Tt=0;for(let B=1;B<bt.length;B++){let st=bt[Tt],nt=bt[B],Ct=st.start+st.count,St=rt(nt.start,M.width,4),Rt=rt(st.start,M.width,4);nt.start<=Ct+1&&St===Rt&&rt(nt.start+nt.count-1,M.width,4)===St?st.count=Math.max(st.count,nt.start+nt.count-st.start):(++Tt,bt[Tt]=nt)}bt.length=Tt+1;let et=e.getParameter(i.UNPACK_ROW_LENGTH),it=e.getParameter(i.UNPACK_SKIP_PIXELS),gt=e.getParameter(i.UNPACK_SKIP_ROWS);e.pixelStorei(i.UNPACK_ROW_LENGTH,M.width);for(let B=0,st=bt.length;B<st;B++){let nt=bt[B],Ct=Math.floor(nt.start/4),St=Math.ceil(nt.count/4),Rt=Ct%M.width,Kt=Math.floor(Ct/M.width),ae=St,ut=1;e.pixelStorei(i.UNPACK_SKIP_PIXELS,Rt),e.pixelStorei(i.UNPACK_SKIP_ROWS,Kt),e.texSubImage2D(i.TEXTURE_2D,0,Rt,Kt,ae,ut,X,dt,M.data)}P.clearUpdateRanges(),e.pixelStorei(i.UNPACK_ROW_LENGTH,et),e.pixelStorei(i.UNPACK_SKIP_PIXELS,it),e.pixelStorei(i.UNPACK_SKIP_ROWS,gt)}}function xt(P,M,X){let dt=i.TEXTURE_2D;(M.isDataArrayTexture||M.isCompressedArrayTexture)&&(dt=i.TEXTURE_2D_ARRAY),M.isData3DTexture&&(dt=i.TEXTURE_3D);let ot=ne(P,M),bt=M.source;e.bindTexture(dt,P.__webglTexture,i.TEXTURE0+X);let Tt=n.get(bt);if(bt.version!==Tt.__version||ot===!0){if(e.activeTexture(i.TEXTURE0+X),(typeof ImageBitmap<"u"&&M.image instanceof ImageBitmap)===!1){let ut=Re.getPrimaries(Re.workingColorSpace),qt=M.colorSpace===Ps?null:Re.getPrimaries(M.colorSpace),le=M.colorSpace===Ps||ut===qt?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,le)}e.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment);let it=v(M.image,!1,s.maxTextureSize);it=$t(M,it);let gt=r.convert(M.format,M.colorSpace),B=r.convert(M.type),st=A(M.internalFormat,gt,B,M.normalized,M.colorSpace,M.isVideoTexture);se(dt,M);let nt,Ct=M.mipmaps,St=M.isVideoTexture!==!0,Rt=Tt.__version===void 0||ot===!0,Kt=bt.dataReady,ae=T(M,it);if(M.isDepthTexture)st=y(M.format===Cs,M.type),Rt&&(St?e.texStorage2D(i.TEXTURE_2D,1,st,it.width,it.height):e.texImage2D(i.TEXTURE_2D,0,st,it.width,it.height,0,gt,B,null));else if(M.isDataTexture)if(Ct.length>0){St&&Rt&&e.texStorage2D(i.TEXTURE_2D,ae,st,Ct[0].width,Ct[0].height);for(let ut=0,qt=Ct.length;ut<qt;ut++)nt=Ct[ut],St?Kt&&e.texSubImage2D(i.TEXTURE_2D,ut,0,0,nt.width,nt.height,gt,B,nt.data):e.texImage2D(i.TEXTURE_2D,ut,st,nt.width,nt.height,0,gt,B,nt.data);M.generateMipmaps=!1}else St?(Rt&&e.texStorage2D(i.TEXTURE_2D,ae,st,it.width,it.height),Kt&&vt(M,it,gt,B)):e.texImage2D(i.TEXTURE_2D,0,st,it.width,it.height,0,gt,B,it.data);else if(M.isCompressedTexture)if(M.isCompressedArrayTexture){St&&Rt&&e.texStorage3D(i.TEXTURE_2D_ARRAY,ae,st,Ct[0].width,Ct[0].height,it.depth);for(let ut=0,qt=Ct.length;ut<qt;ut++)if(nt=Ct[ut],M.format!==zi)if(gt!==null)if(St){if(Kt)if(M.layerUpdates.size>0){let le=Hd(nt.width,nt.height,M.format,M.type);for(let Nt of M.layerUpdates){let ye=nt.data.subarray(Nt*le/nt.data.BYTES_PER_ELEMENT,(Nt+1)*le/nt.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ut,0,0,Nt,nt.width,nt.height,1,gt,ye)}}else e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ut,0,0,0,nt.width,nt.height,it.depth,gt,nt.data)}else e.compressedTexImage3D(i.TEXTURE_2D_ARRAY,ut,st,nt.width,nt.height,it.depth,0,nt.data,0,0);else te("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else St?Kt&&e.texSubImage3D(i.TEXTURE_2D_ARRAY,ut,0,0,0,nt.width,nt.height,it.depth,gt,B,nt.data):e.texImage3D(i.TEXTURE_2D_ARRAY,ut,st,nt.width,nt.height,it.depth,0,gt,B,nt.data);M.layerUpdates.size>0&&M.clearLayerUpdates()}else{St&&Rt&&e.texStorage2D(i.TEXTURE_2D,ae,st,Ct[0].width,Ct[0].height);for(let ut=0,qt=Ct.length;ut<qt;ut++)nt=Ct[ut],M.format!==zi?gt!==null?St?Kt&&e.compressedTexSubImage2D(i.TEXTURE_2D,ut,0,0,nt.width,nt.height,gt,nt.data):e.compressedTexImage2D(i.TEXTURE_2D,ut,st,nt.width,nt.height,0,nt.data):te("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):St?Kt&&e.texSubImage2D(i.TEXTURE_2D,ut,0,0,nt.width,nt.height,gt,B,nt.data):e.texImage2D(i.TEXTURE_2D,ut,st,nt.width,nt.height,0,gt,B,nt.data)}else if(M.isDataArrayTexture)if(St){if(Rt&&e.texStorage3D(i.TEXTURE_2D_ARRAY,ae,st,it.width,it.height,it.depth),Kt)if(M.layerUpdates.size>0){let ut=Hd(it.width,it.height,M.format,M.type);for(let qt of M.layerUpdates){let le=it.data.subarray(qt*ut/it.data.BYTES_PER_ELEMENT,(qt+1)*ut/it.data.BYTES_PER_ELEMENT);e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,qt,it.width,it.height,1,gt,B,le)}M.clearLayerUpdates()}else e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,it.width,it.height,it.depth,gt,B,it.data)}else e.texImage3D(i.TEXTURE_2D_ARRAY,0,st,it.width,it.height,it.depth,0,gt,B,it.data);else if(M.isData3DTexture)St?(Rt&&e.texStorage3D(i.TEXTURE_3D,ae,st,it.width,it.height,it.depth),Kt&&e.texSubImage3D(i.TEXTURE_3D,0,0,0,0,it.width,it.height,it.depth,gt,B,it.data)):e.texImage3D(i.TEXTURE_3D,0,st,it.width,it.height,it.depth,0,gt,B,it.data);else if(M.isFramebufferTexture){if(Rt)if(St)e.texStorage2D(i.TEXTURE_2D,ae,st,it.width,it.height);else{let ut=it.width,qt=it.height;for(let le=0;le<ae;le++)e.texImage2D(i.TEXTURE_2D,le,st,ut,qt,0,gt,B,null),ut>>=1,qt>>=1}}else if(M.isHTMLTexture){if("texElementImage2D"in i){let ut=i.canvas;if(ut.hasAttribute("layoutsubtree")||ut.setAttribute("layoutsubtree","true"),it.parentNode!==ut){ut.appendChild(it),u.add(M),ut.onpaint=qt=>{let le=qt.changedElements;for(let Nt of u)le.includes(Nt.image)&&(Nt.needsUpdate=!0)},ut.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,it);else{let le=i.RGBA,Nt=i.RGBA,ye=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,le,Nt,ye,it)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(Ct.length>0){if(St&&Rt){let ut=Qt(Ct[0]);e.texStorage2D(i.TEXTURE_2D,ae,st,ut.width,ut.height)}for(let ut=0,qt=Ct.length;ut<qt;ut++)nt=Ct[ut],St?Kt&&e.texSubImage2D(i.TEXTURE_2D,ut,0,0,gt,B,nt):e.texImage2D(i.TEXTURE_2D,ut,st,gt,B,nt);M.generateMipmaps=!1}else if(St){if(Rt){let ut=Qt(it);e.texStorage2D(i.TEXTURE_2D,ae,st,ut.width,ut.height)}Kt&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,gt,B,it)}else e.texImage2D(i.TEXTURE_2D,0,st,gt,B,it);E(M)&&M.mipmapsAutoUpdate===!0&&S(dt),Tt.__version=bt.version,M.onUpdate&&M.onUpdate(M)}P.__version=M.version}function Bt(P,M,X){if(M.image.length!==6)return;let dt=ne(P,M),ot=M.source;e.bindTexture(i.TEXTURE_CUBE_MAP,P.__webglTexture,i.TEXTURE0+X);let bt=n.get(ot);if(ot.version!==bt.__version||dt===!0){e.activeTexture(i.TEXTURE0+X);let Tt=Re.getPrimaries(Re.workingColorSpace),et=M.colorSpace===Ps?null:Re.getPrimaries(M.colorSpace),it=M.colorSpace===Ps||Tt===et?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,it);let gt=M.isCompressedTexture||M.image[0].isCompressedTexture,B=M.image[0]&&M.image[0].isDataTexture,st=[];for(let Nt=0;Nt<6;Nt++)!gt&&!B?st[Nt]=v(M.image[Nt],!0,s.maxCubemapSize):st[Nt]=B?M.image[Nt].image:M.image[Nt],st[Nt]=$t(M,st[Nt]);let nt=st[0],Ct=r.convert(M.format,M.colorSpace),St=r.convert(M.type),Rt=A(M.internalFormat,Ct,St,M.normalized,M.colorSpace),Kt=M.isVideoTexture!==!0,ae=bt.__version===void 0||dt===!0,ut=ot.dataReady,qt=T(M,nt);se(i.TEXTURE_CUBE_MAP,M);let le;if(M.isDepthTexture){if(Rt=y(M.format===Cs,M.type),ae)if(Kt)e.texStorage2D(i.TEXTURE_CUBE_MAP,1,Rt,nt.width,nt.height);else for(let Nt=0;Nt<6;Nt++)e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,Rt,nt.width,nt.height,0,Ct,St,null)}else if(gt){Kt&&ae&&e.texStorage2D(i.TEXTURE_CUBE_MAP,qt,Rt,nt.width,nt.height);for(let Nt=0;Nt<6;Nt++){le=st[Nt].mipmaps;for(let ye=0;ye<le.length;ye++){let Ye=le[ye];M.format!==zi?Ct!==null?Kt?ut&&e.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye,0,0,Ye.width,Ye.height,Ct,Ye.data):e.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye,Rt,Ye.width,Ye.height,0,Ye.data):te("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Kt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye,0,0,Ye.width,Ye.height,Ct,St,Ye.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye,Rt,Ye.width,Ye.height,0,Ct,St,Ye.data)}}}else{if(le=M.mipmaps,Kt&&ae){le.length>0&&qt++;let Nt=Qt(st[0]);e.texStorage2D(i.TEXTURE_CUBE_MAP,qt,Rt,Nt.width,Nt.height)}for(let Nt=0;Nt<6;Nt++)if(B){Kt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,0,0,st[Nt].width,st[Nt].height,Ct,St,st[Nt].data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,Rt,st[Nt].width,st[Nt].height,0,Ct,St,st[Nt].data);for(let ye=0;ye<le.length;ye++){let Gn=le[ye].image[Nt].image;Kt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye+1,0,0,Gn.width,Gn.height,Ct,St,Gn.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye+1,Rt,Gn.width,Gn.height,0,Ct,St,Gn.data)}}else{Kt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,0,0,Ct,St,st[Nt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,0,Rt,Ct,St,st[Nt]);for(let ye=0;ye<le.length;ye++){let Ye=le[ye];Kt?ut&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye+1,0,0,Ct,St,Ye.image[Nt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Nt,ye+1,Rt,Ct,St,Ye.image[Nt])}}}E(M)&&M.mipmapsAutoUpdate===!0&&S(i.TEXTURE_CUBE_MAP),bt.__version=ot.version,M.onUpdate&&M.onUpdate(M)}P.__version=M.version}function Dt(P,M,X,dt,ot,bt){let Tt=r.convert(X.format,X.colorSpace),et=r.convert(X.type),it=A(X.internalFormat,Tt,et,X.normalized,X.colorSpace),gt=n.get(M),B=n.get(X);if(B.__renderTarget=M,!gt.__hasExternalTextures){let st=Math.max(1,M.width>>bt),nt=Math.max(1,M.height>>bt);ot===i.TEXTURE_3D||ot===i.TEXTURE_2D_ARRAY?e.texImage3D(ot,bt,it,st,nt,M.depth,0,Tt,et,null):e.texImage2D(ot,bt,it,st,nt,0,Tt,et,null)}e.bindFramebuffer(i.FRAMEBUFFER,P),Et(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,dt,ot,B.__webglTexture,0,ce(M)):(ot===i.TEXTURE_2D||ot>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&ot<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,dt,ot,B.__webglTexture,bt),e.bindFramebuffer(i.FRAMEBUFFER,null)}function ee(P,M,X){if(i.bindRenderbuffer(i.RENDERBUFFER,P),M.depthBuffer){let dt=M.depthTexture,ot=dt&&dt.isDepthTexture?dt.type:null,bt=y(M.stencilBuffer,ot),Tt=M.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;Et(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,ce(M),bt,M.width,M.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,ce(M),bt,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,bt,M.width,M.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,Tt,i.RENDERBUFFER,P)}else{let dt=M.textures;for(let ot=0;ot<dt.length;ot++){let bt=dt[ot],Tt=r.convert(bt.format,bt.colorSpace),et=r.convert(bt.type),it=A(bt.internalFormat,Tt,et,bt.normalized,bt.colorSpace);Et(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,ce(M),it,M.width,M.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,ce(M),it,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,it,M.width,M.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function kt(P,M,X){let dt=M.isWebGLCubeRenderTarget===!0;if(e.bindFramebuffer(i.FRAMEBUFFER,P),!(M.depthTexture&&M.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let ot=n.get(M.depthTexture);ot.__renderTarget=M;let bt=dt?M.depthTexture.image[0]:M.depthTexture.image;(!ot.__webglTexture||bt.width!==M.width||bt.height!==M.height)&&(bt.width=M.width,bt.height=M.height,M.depthTexture.needsUpdate=!0),dt?wt(M.depthTexture,0):_t(M.depthTexture,0);let Tt=ot.__webglTexture,et=ce(M),it=dt?i.TEXTURE_CUBE_MAP_POSITIVE_X+X:i.TEXTURE_2D,gt=M.depthTexture.format===Cs?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(M.depthTexture.format===bs)Et(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,gt,it,Tt,0,et):i.framebufferTexture2D(i.FRAMEBUFFER,gt,it,Tt,0);else if(M.depthTexture.format===Cs)Et(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,gt,it,Tt,0,et):i.framebufferTexture2D(i.FRAMEBUFFER,gt,it,Tt,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function ge(P){let M=n.get(P),X=P.isWebGLCubeRenderTarget===!0;if(M.__boundDepthTexture!==P.depthTexture){let dt=P.depthTexture;if(M.__depthDisposeCallback&&M.__depthDisposeCallback(),dt){let ot=()=>{delete M.__boundDepthTexture,delete M.__depthDisposeCallback,dt.removeEventListener("dispose",ot)};dt.addEventListener("dispose",ot),M.__depthDisposeCallback=ot}M.__boundDepthTexture=dt}if(P.depthTexture&&!M.__autoAllocateDepthBuffer)if(X)for(let dt=0;dt<6;dt++)kt(M.__webglFramebuffer[dt],P,dt);else P.texture.mipmaps.length>0?kt(M.__webglFramebuffer[0],P,0):kt(M.__webglFramebuffer,P,0);else if(X){M.__webglDepthbuffer=[];for(let dt=0;dt<6;dt++)if(e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[dt]),M.__webglDepthbuffer[dt]===void 0)M.__webglDepthbuffer[dt]=i.createRenderbuffer(),ee(M.__webglDepthbuffer[dt],P,!1);else{let ot=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,bt=M.__webglDepthbuffer[dt];i.bindRenderbuffer(i.RENDERBUFFER,bt),i.framebufferRenderbuffer(i.FRAMEBUFFER,ot,i.RENDERBUFFER,bt)}}else if(P.texture.mipmaps.length>0?e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[0]):e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer),M.__webglDepthbuffer===void 0)M.__webglDepthbuffer=i.createRenderbuffer(),ee(M.__webglDepthbuffer,P,!1);else{let ot=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,bt=M.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,bt),i.framebufferRenderbuffer(i.FRAMEBUFFER,ot,i.RENDERBUFFER,bt)}e.bindFramebuffer(i.FRAMEBUFFER,null)}function ue(P,M,X){let dt=n.get(P);M!==void 0&&Dt(dt.__webglFramebuffer,P,P.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),X!==void 0&&ge(P)}function ve(P){let M=P.texture,X=n.get(P),dt=n.get(M);P.addEventListener("dispose",z),O(P);let ot=P.textures,bt=P.isWebGLCubeRenderTarget===!0,Tt=ot.length>1;if(Tt||(dt.__webglTexture===void 0&&(dt.__webglTexture=i.createTexture()),dt.__version=M.version,o.memory.textures++),bt){X.__webglFramebuffer=[];for(let et=0;et<6;et++)if(M.mipmaps.length>0){X.__webglFramebuffer[et]=[];for(let it=0;it<M.mipmaps.length;it++)X.__webglFramebuffer[et][it]=i.createFramebuffer()}else X.__webglFramebuffer[et]=i.createFramebuffer()}else{if(M.mipmaps.length>0){X.__webglFramebuffer=[];for(let et=0;et<M.mipmaps.length;et++)X.__webglFramebuffer[et]=i.createFramebuffer()}else X.__webglFramebuffer=i.createFramebuffer();if(Tt)for(let et=0,it=ot.length;et<it;et++){let gt=n.get(ot[et]);gt.__webglTexture===void 0&&(gt.__webglTexture=i.createTexture(),o.memory.textures++)}if(P.samples>0&&Et(P)===!1){X.__webglMultisampledFramebuffer=i.createFramebuffer(),X.__webglColorRenderbuffer=[],e.bindFramebuffer(i.FRAMEBUFFER,X.__webglMultisampledFramebuffer);for(let et=0;et<ot.length;et++){let it=ot[et];X.__webglColorRenderbuffer[et]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,X.__webglColorRenderbuffer[et]);let gt=r.convert(it.format,it.colorSpace),B=r.convert(it.type),st=A(it.internalFormat,gt,B,it.normalized,it.colorSpace,P.isXRRenderTarget===!0),nt=ce(P);i.renderbufferStorageMultisample(i.RENDERBUFFER,nt,st,P.width,P.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+et,i.RENDERBUFFER,X.__webglColorRenderbuffer[et])}i.bindRenderbuffer(i.RENDERBUFFER,null),P.depthBuffer&&(X.__webglDepthRenderbuffer=i.createRenderbuffer(),ee(X.__webglDepthRenderbuffer,P,!0)),e.bindFramebuffer(i.FRAMEBUFFER,null)}}if(bt){e.bindTexture(i.TEXTURE_CUBE_MAP,dt.__webglTexture),se(i.TEXTURE_CUBE_MAP,M);for(let et=0;et<6;et++)if(M.mipmaps.length>0)for(let it=0;it<M.mipmaps.length;it++)Dt(X.__webglFramebuffer[et][it],P,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+et,it);else Dt(X.__webglFramebuffer[et],P,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+et,0);E(M)?S(i.TEXTURE_CUBE_MAP):M.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}else if(Tt){for(let et=0,it=ot.length;et<it;et++){let gt=ot[et],B=n.get(gt),st=i.TEXTURE_2D;(P.isWebGL3DRenderTarget||P.isWebGLArrayRenderTarget)&&(st=P.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(st,B.__webglTexture),se(st,gt),Dt(X.__webglFramebuffer,P,gt,i.COLOR_ATTACHMENT0+et,st,0),E(gt)&&S(st)}e.unbindTexture()}else{let et=i.TEXTURE_2D;if((P.isWebGL3DRenderTarget||P.isWebGLArrayRenderTarget)&&(et=P.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(et,dt.__webglTexture),se(et,M),M.mipmaps.length>0)for(let it=0;it<M.mipmaps.length;it++)Dt(X.__webglFramebuffer[it],P,M,i.COLOR_ATTACHMENT0,et,it);else Dt(X.__webglFramebuffer,P,M,i.COLOR_ATTACHMENT0,et,0);E(M)?S(et):M.mipmaps.length>0&&i.texParameteri(et,i.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}P.depthBuffer&&ge(P)}function F(P){let M=P.textures;for(let X=0,dt=M.length;X<dt;X++){let ot=M[X];if(E(ot)&&ot.mipmapsAutoUpdate===!0){let bt=C(P),Tt=n.get(ot).__webglTexture;e.bindTexture(bt,Tt),S(bt),e.unbindTexture()}}}let Mt=[];function Xt(P){if(P.samples>0){if(Et(P)===!1){let M=P.textures,X=P.width,dt=P.height,ot=i.COLOR_BUFFER_BIT,bt=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Tt=n.get(P),et=M.length>1;if(et)for(let gt=0;gt<M.length;gt++)e.bindFramebuffer(i.FRAMEBUFFER,Tt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.RENDERBUFFER,null),e.bindFramebuffer(i.FRAMEBUFFER,Tt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.TEXTURE_2D,null,0);e.bindFramebuffer(i.READ_FRAMEBUFFER,Tt.__webglMultisampledFramebuffer),P.texture.mipmaps.length>0?e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Tt.__webglFramebuffer[0]):e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Tt.__webglFramebuffer);for(let gt=0;gt<M.length;gt++){if(P.resolveDepthBuffer&&(P.depthBuffer&&(ot|=i.DEPTH_BUFFER_BIT),P.stencilBuffer&&P.resolveStencilBuffer&&(ot|=i.STENCIL_BUFFER_BIT)),et){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,Tt.__webglColorRenderbuffer[gt]);let B=n.get(M[gt]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,B,0)}i.blitFramebuffer(0,0,X,dt,0,0,X,dt,ot,i.NEAREST),l===!0&&(Mt.length=0,Mt.push(i.COLOR_ATTACHMENT0+gt),P.depthBuffer&&P.storeMultisampledDepthBuffer===!1&&Mt.push(bt),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,Mt))}if(e.bindFramebuffer(i.READ_FRAMEBUFFER,null),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),et)for(let gt=0;gt<M.length;gt++){e.bindFramebuffer(i.FRAMEBUFFER,Tt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.RENDERBUFFER,Tt.__webglColorRenderbuffer[gt]);let B=n.get(M[gt]).__webglTexture;e.bindFramebuffer(i.FRAMEBUFFER,Tt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+gt,i.TEXTURE_2D,B,0)}e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Tt.__webglMultisampledFramebuffer)}else if(P.depthBuffer&&P.storeMultisampledDepthBuffer===!1&&l){let M=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[M])}}}function ce(P){return Math.min(s.maxSamples,P.samples)}function Et(P){let M=n.get(P);return P.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&M.__useRenderToTexture!==!1}function Fe(P){let M=o.render.frame;h.get(P)!==M&&(h.set(P,M),P.update())}function $t(P,M){let X=P.colorSpace,dt=P.format,ot=P.type;return P.isCompressedTexture===!0||P.isVideoTexture===!0||X!==pa&&X!==Ps&&(Re.getTransfer(X)===Oe?(dt!==zi||ot!==ii)&&te("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):oe("WebGLTextures: Unsupported texture color space:",X)),M}function Qt(P){return typeof HTMLImageElement<"u"&&P instanceof HTMLImageElement?(c.width=P.naturalWidth||P.width,c.height=P.naturalHeight||P.height):typeof VideoFrame<"u"&&P instanceof VideoFrame?(c.width=P.displayWidth,c.height=P.displayHeight):(c.width=P.width,c.height=P.height),c}this.allocateTextureUnit=ht,this.resetTextureUnits=j,this.getTextureUnits=tt,this.setTextureUnits=ft,this.setTexture2D=_t,this.setTexture2DArray=yt,this.setTexture3D=Lt,this.setTextureCube=wt,this.rebindTextures=ue,this.setupRenderTarget=ve,this.updateRenderTargetMipmap=F,this.updateMultisampleRenderTarget=Xt,this.setupDepthRenderbuffer=ge,this.setupFrameBufferTexture=Dt,this.useMultisampledRTT=Et,this.dispose=H}function iw(i,t){function e(n,s=Ps){let r,o=Re.getTransfer(s);if(n===ii)return i.UNSIGNED_BYTE;if(n===Vc)return i.UNSIGNED_SHORT_4_4_4_4;if(n===Hc)return i.UNSIGNED_SHORT_5_5_5_1;if(n===bd)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===wd)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===Sd)return i.BYTE;if(n===Md)return i.SHORT;if(n===Co)return i.UNSIGNED_SHORT;if(n===zc)return i.INT;if(n===Oi)return i.UNSIGNED_INT;if(n===Bi)return i.FLOAT;if(n===ki)return i.HALF_FLOAT;if(n===Ed)return i.ALPHA;if(n===Td)return i.RGB;if(n===zi)return i.RGBA;if(n===bs)return i.DEPTH_COMPONENT;if(n===Cs)return i.DEPTH_STENCIL;if(n===Ad)return i.RED;if(n===Gc)return i.RED_INTEGER;if(n===ir)return i.RG;if(n===Wc)return i.RG_INTEGER;if(n===Xc)return i.RGBA_INTEGER;if(n===Ja||n===Ka||n===ja||n===Qa)if(o===Oe)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===Ja)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===Ka)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===ja)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===Qa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===Ja)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===Ka)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===ja)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===Qa)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===qc||n===Yc||n===$c||n===Zc)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===qc)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===Yc)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===$c)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===Zc)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Jc||n===Kc||n===jc||n===Qc||n===th||n===tl||n===eh)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Jc||n===Kc)return o===Oe?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===jc)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===Qc)return r.COMPRESSED_R11_EAC;if(n===th)return r.COMPRESSED_SIGNED_R11_EAC;if(n===tl)return r.COMPRESSED_RG11_EAC;if(n===eh)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===nh||n===ih||n===sh||n===rh||n===oh||n===ah||n===lh||n===ch||n===hh||n===uh||n===dh||n===fh||n===ph||n===mh)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===nh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===ih)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===sh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===rh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===oh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===ah)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===lh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===ch)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===hh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===uh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===dh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===fh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===ph)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===mh)return o===Oe?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===gh||n===_h||n===xh)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===gh)return o===Oe?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===_h)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===xh)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===yh||n===vh||n===el||n===Sh)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===yh)return r.COMPRESSED_RED_RGTC1_EXT;if(n===vh)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===el)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===Sh)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===Ar?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:e}}var sw=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,rw=`
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

}`,nf=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){let n=new ba(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=n}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,n=new Ei({vertexShader:sw,fragmentShader:rw,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new je(new vr(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},sf=class extends Ni{constructor(t,e){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,d=null,f=null,m=null,_=typeof XRWebGLBinding<"u",p=new nf,g={},v=e.getContextAttributes(),E=null,S=null,C=[],A=[],y=new pt,T=null,O=null,L=new Jn;L.viewport=new Be;let D=new Jn;D.viewport=new Be;let z=[L,D],G=new Uc,N=null,H=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(Q){let _t=C[Q];return _t===void 0&&(_t=new vo,C[Q]=_t),_t.getTargetRaySpace()},this.getControllerGrip=function(Q){let _t=C[Q];return _t===void 0&&(_t=new vo,C[Q]=_t),_t.getGripSpace()},this.getHand=function(Q){let _t=C[Q];return _t===void 0&&(_t=new vo,C[Q]=_t),_t.getHandSpace()};function q(Q){let _t=A.indexOf(Q.inputSource);if(_t===-1)return;let yt=C[_t];yt!==void 0&&(yt.update(Q.inputSource,Q.frame,c||o),yt.dispatchEvent({type:Q.type,data:Q.inputSource}))}function V(){s.removeEventListener("select",q),s.removeEventListener("selectstart",q),s.removeEventListener("selectend",q),s.removeEventListener("squeeze",q),s.removeEventListener("squeezestart",q),s.removeEventListener("squeezeend",q),s.removeEventListener("end",V),s.removeEventListener("inputsourceschange",ct);for(let Q=0;Q<C.length;Q++){let _t=A[Q];_t!==null&&(A[Q]=null,C[Q].disconnect(_t))}N=null,H=null,p.reset();for(let Q in g)delete g[Q];if(t.setRenderTarget(E),f=null,d=null,u=null,s=null,S=null,ht.stop(),n.isPresenting=!1,t.setPixelRatio(T),t.setSize(y.width,y.height,!1),O!==null){let Q=O.camera;Q.fov=O.fov,Q.zoom=O.zoom,Q.updateProjectionMatrix(),O=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(Q){r=Q,n.isPresenting===!0&&te("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(Q){a=Q,n.isPresenting===!0&&te("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(Q){c=Q},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return u===null&&_&&(u=new XRWebGLBinding(s,e)),u},this.getFrame=function(){return m},this.getSession=function(){return s},this.setSession=async function(Q){if(s=Q,s!==null){if(E=t.getRenderTarget(),s.addEventListener("select",q),s.addEventListener("selectstart",q),s.addEventListener("selectend",q),s.addEventListener("squeeze",q),s.addEventListener("squeezestart",q),s.addEventListener("squeezeend",q),s.addEventListener("end",V),s.addEventListener("inputsourceschange",ct),v.xrCompatible!==!0&&await e.makeXRCompatible(),T=t.getPixelRatio(),t.getSize(y),_&&"createProjectionLayer"in XRWebGLBinding.prototype){let yt=null,Lt=null,wt=null;v.depth&&(wt=v.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,yt=v.stencil?Cs:bs,Lt=v.stencil?Ar:Oi);let Ht={colorFormat:e.RGBA8,depthFormat:wt,scaleFactor:r};u=this.getBinding(),d=u.createProjectionLayer(Ht),s.updateRenderState({layers:[d]}),t.setPixelRatio(1),t.setSize(d.textureWidth,d.textureHeight,!1),S=new mi(d.textureWidth,d.textureHeight,{format:zi,type:ii,depthTexture:new Es(d.textureWidth,d.textureHeight,Lt,void 0,void 0,void 0,void 0,void 0,void 0,yt),stencilBuffer:v.stencil,colorSpace:t.outputColorSpace,samples:v.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let yt={antialias:v.antialias,alpha:!0,depth:v.depth,stencil:v.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(s,e,yt),s.updateRenderState({baseLayer:f}),t.setPixelRatio(1),t.setSize(f.framebufferWidth,f.framebufferHeight,!1),S=new mi(f.framebufferWidth,f.framebufferHeight,{format:zi,type:ii,colorSpace:t.outputColorSpace,stencilBuffer:v.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}S.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ht.setContext(s),ht.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return p.getDepthTexture()};function ct(Q){for(let _t=0;_t<Q.removed.length;_t++){let yt=Q.removed[_t],Lt=A.indexOf(yt);Lt>=0&&(A[Lt]=null,C[Lt].disconnect(yt))}for(let _t=0;_t<Q.added.length;_t++){let yt=Q.added[_t],Lt=A.indexOf(yt);if(Lt===-1){for(let Ht=0;Ht<C.length;Ht++)if(Ht>=A.length){A.push(yt),Lt=Ht;break}else if(A[Ht]===null){A[Ht]=yt,Lt=Ht;break}if(Lt===-1)break}let wt=C[Lt];wt&&wt.connect(yt)}}function Z(Q,_t){_t===null?Q.matrixWorld.copy(Q.matrix):Q.matrixWorld.multiplyMatrices(_t.matrixWorld,Q.matrix),Q.matrixWorldInverse.copy(Q.matrixWorld).invert()}this.updateCamera=function(Q){if(s===null)return;let _t=Q.near,yt=Q.far;p.texture!==null&&(p.depthNear>0&&(_t=p.depthNear),p.depthFar>0&&(yt=p.depthFar)),G.near=D.near=L.near=_t,G.far=D.far=L.far=yt,(N!==G.near||H!==G.far)&&(s.updateRenderState({depthNear:G.near,depthFar:G.far}),N=G.near,H=G.far),G.layers.mask=Q.layers.mask|6,L.layers.mask=G.layers.mask&-5,D.layers.mask=G.layers.mask&-3;let Lt=Q.parent,wt=G.cameras;Z(G,Lt);for(let Ht=0;Ht<wt.length;Ht++)Z(wt[Ht],Lt);G.projectionMatrix.copy(L.projectionMatrix),G.projectionMatrixInverse.copy(L.projectionMatrixInverse),O===null&&Q.isPerspectiveCamera&&(O={camera:Q,fov:Q.fov,zoom:Q.zoom}),j(Q,G,Lt)};function j(Q,_t,yt){yt===null?Q.matrix.copy(_t.matrixWorld):(Q.matrix.copy(yt.matrixWorld),Q.matrix.invert(),Q.matrix.multiply(_t.matrixWorld)),Q.matrix.decompose(Q.position,Q.quaternion,Q.scale),Q.updateMatrixWorld(!0),Q.projectionMatrix.copy(_t.projectionMatrix),Q.projectionMatrixInverse.copy(_t.projectionMatrixInverse),Q.isPerspectiveCamera&&(Q.fov=_o*2*Math.atan(1/Q.projectionMatrix.elements[5]),Q.zoom=1)}this.getCamera=function(){return G},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function(Q){l=Q,d!==null&&(d.fixedFoveation=Q),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=Q)},this.hasDepthSensing=function(){return p.texture!==null},this.getDepthSensingMesh=function(){return p.getMesh(G)},this.getCameraTexture=function(Q){return g[Q]};let tt=null;function ft(Q,_t){if(h=_t.getViewerPose(c||o),m=_t,h!==null){let yt=h.views;f!==null&&(t.setRenderTargetFramebuffer(S,f.framebuffer),t.setRenderTarget(S));let Lt=!1;yt.length!==G.cameras.length&&(G.cameras.length=0,Lt=!0);for(let Jt=0;Jt<yt.length;Jt++){let se=yt[Jt],ne=null;if(f!==null)ne=f.getViewport(se);else{let vt=u.getViewSubImage(d,se);ne=vt.viewport,Jt===0&&(t.setRenderTargetTextures(S,vt.colorTexture,vt.depthStencilTexture),t.setRenderTarget(S))}let rt=z[Jt];rt===void 0&&(rt=new Jn,rt.layers.enable(Jt),rt.viewport=new Be,z[Jt]=rt),rt.matrix.fromArray(se.transform.matrix),rt.matrix.decompose(rt.position,rt.quaternion,rt.scale),rt.projectionMatrix.fromArray(se.projectionMatrix),rt.projectionMatrixInverse.copy(rt.projectionMatrix).invert(),rt.viewport.set(ne.x,ne.y,ne.width,ne.height),Jt===0&&(G.matrix.copy(rt.matrix),G.matrix.decompose(G.position,G.quaternion,G.scale)),Lt===!0&&G.cameras.push(rt)}let wt=s.enabledFeatures;if(wt&&wt.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&_){u=n.getBinding();let Jt=u.getDepthInformation(yt[0]);Jt&&Jt.isValid&&Jt.texture&&p.init(Jt,s.renderState)}if(wt&&wt.includes("camera-access")&&_){t.state.unbindTexture(),u=n.getBinding();for(let Jt=0;Jt<yt.length;Jt++){let se=yt[Jt].camera;if(se){let ne=g[se];ne||(ne=new ba,g[se]=ne);let rt=u.getCameraImage(se);ne.sourceTexture=rt}}}}for(let yt=0;yt<C.length;yt++){let Lt=A[yt],wt=C[yt];Lt!==null&&wt!==void 0&&wt.update(Lt,_t,c||o)}tt&&tt(Q,_t),_t.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:_t}),m=null}let ht=new Sg;ht.setAnimationLoop(ft),this.setAnimationLoop=function(Q){tt=Q},this.dispose=function(){}}},ow=new Ie,Ig=new fe;Ig.set(-1,0,0,0,1,0,0,0,1);function aw(i,t){function e(p,g){p.matrixAutoUpdate===!0&&p.updateMatrix(),g.value.copy(p.matrix)}function n(p,g){g.color.getRGB(p.fogColor.value,kd(i)),g.isFog?(p.fogNear.value=g.near,p.fogFar.value=g.far):g.isFogExp2&&(p.fogDensity.value=g.density)}function s(p,g,v,E,S){g.isNodeMaterial?g.uniformsNeedUpdate=!1:g.isMeshBasicMaterial?r(p,g):g.isMeshLambertMaterial?(r(p,g),g.envMap&&(p.envMapIntensity.value=g.envMapIntensity)):g.isMeshToonMaterial?(r(p,g),u(p,g)):g.isMeshPhongMaterial?(r(p,g),h(p,g),g.envMap&&(p.envMapIntensity.value=g.envMapIntensity)):g.isMeshStandardMaterial?(r(p,g),d(p,g),g.isMeshPhysicalMaterial&&f(p,g,S)):g.isMeshMatcapMaterial?(r(p,g),m(p,g)):g.isMeshDepthMaterial?r(p,g):g.isMeshDistanceMaterial?(r(p,g),_(p,g)):g.isMeshNormalMaterial?r(p,g):g.isLineBasicMaterial?(o(p,g),g.isLineDashedMaterial&&a(p,g)):g.isPointsMaterial?l(p,g,v,E):g.isSpriteMaterial?c(p,g):g.isShadowMaterial?(p.color.value.copy(g.color),p.opacity.value=g.opacity):g.isShaderMaterial&&(g.uniformsNeedUpdate=!1)}function r(p,g){p.opacity.value=g.opacity,g.color&&p.diffuse.value.copy(g.color),g.emissive&&p.emissive.value.copy(g.emissive).multiplyScalar(g.emissiveIntensity),g.map&&(p.map.value=g.map,e(g.map,p.mapTransform)),g.alphaMap&&(p.alphaMap.value=g.alphaMap,e(g.alphaMap,p.alphaMapTransform)),g.bumpMap&&(p.bumpMap.value=g.bumpMap,e(g.bumpMap,p.bumpMapTransform),p.bumpScale.value=g.bumpScale,g.side===Qn&&(p.bumpScale.value*=-1)),g.normalMap&&(p.normalMap.value=g.normalMap,e(g.normalMap,p.normalMapTransform),p.normalScale.value.copy(g.normalScale),g.side===Qn&&p.normalScale.value.negate()),g.displacementMap&&(p.displacementMap.value=g.displacementMap,e(g.displacementMap,p.displacementMapTransform),p.displacementScale.value=g.displacementScale,p.displacementBias.value=g.displacementBias),g.emissiveMap&&(p.emissiveMap.value=g.emissiveMap,e(g.emissiveMap,p.emissiveMapTransform)),g.specularMap&&(p.specularMap.value=g.specularMap,e(g.specularMap,p.specularMapTransform)),g.alphaTest>0&&(p.alphaTest.value=g.alphaTest);let v=t.get(g),E=v.envMap,S=v.envMapRotation;E&&(p.envMap.value=E,p.envMapRotation.value.setFromMatrix4(ow.makeRotationFromEuler(S)).transpose(),E.isCubeTexture&&E.isRenderTargetTexture===!1&&p.envMapRotation.value.premultiply(Ig),p.reflectivity.value=g.reflectivity,p.ior.value=g.ior,p.refractionRatio.value=g.refractionRatio),g.lightMap&&(p.lightMap.value=g.lightMap,p.lightMapIntensity.value=g.lightMapIntensity,e(g.lightMap,p.lightMapTransform)),g.aoMap&&(p.aoMap.value=g.aoMap,p.aoMapIntensity.value=g.aoMapIntensity,e(g.aoMap,p.aoMapTransform))}function o(p,g){p.diffuse.value.copy(g.color),p.opacity.value=g.opacity,g.map&&(p.map.value=g.map,e(g.map,p.mapTransform))}function a(p,g){p.dashSize.value=g.dashSize,p.totalSize.value=g.dashSize+g.gapSize,p.scale.value=g.scale}function l(p,g,v,E){p.diffuse.value.copy(g.color),p.opacity.value=g.opacity,p.size.value=g.size*v,p.scale.value=E*.5,g.map&&(p.map.value=g.map,e(g.map,p.uvTransform)),g.alphaMap&&(p.alphaMap.value=g.alphaMap,e(g.alphaMap,p.alphaMapTransform)),g.alphaTest>0&&(p.alphaTest.value=g.alphaTest)}function c(p,g){p.diffuse.value.copy(g.color),p.opacity.value=g.opacity,p.rotation.value=g.rotation,g.map&&(p.map.value=g.map,e(g.map,p.mapTransform)),g.alphaMap&&(p.alphaMap.value=g.alphaMap,e(g.alphaMap,p.alphaMapTransform)),g.alphaTest>0&&(p.alphaTest.value=g.alphaTest)}function h(p,g){p.specular.value.copy(g.specular),p.shininess.value=Math.max(g.shininess,1e-4)}function u(p,g){g.gradientMap&&(p.gradientMap.value=g.gradientMap)}function d(p,g){p.metalness.value=g.metalness,g.metalnessMap&&(p.metalnessMap.value=g.metalnessMap,e(g.metalnessMap,p.metalnessMapTransform)),p.roughness.value=g.roughness,g.roughnessMap&&(p.roughnessMap.value=g.roughnessMap,e(g.roughnessMap,p.roughnessMapTransform)),g.envMap&&(p.envMapIntensity.value=g.envMapIntensity)}function f(p,g,v){p.ior.value=g.ior,g.diffuseRoughness>0&&(p.diffuseRoughness.value=g.diffuseRoughness,g.diffuseRoughnessMap&&(p.diffuseRoughnessMap.value=g.diffuseRoughnessMap,e(g.diffuseRoughnessMap,p.diffuseRoughnessMapTransform))),g.sheen>0&&(p.sheenColor.value.copy(g.sheenColor).multiplyScalar(g.sheen),p.sheenRoughness.value=g.sheenRoughness,g.sheenColorMap&&(p.sheenColorMap.value=g.sheenColorMap,e(g.sheenColorMap,p.sheenColorMapTransform)),g.sheenRoughnessMap&&(p.sheenRoughnessMap.value=g.sheenRoughnessMap,e(g.sheenRoughnessMap,p.sheenRoughnessMapTransform))),g.clearcoat>0&&(p.clearcoat.value=g.clearcoat,p.clearcoatRoughness.value=g.clearcoatRoughness,g.clearcoatMap&&(p.clearcoatMap.value=g.clearcoatMap,e(g.clearcoatMap,p.clearcoatMapTransform)),g.clearcoatRoughnessMap&&(p.clearcoatRoughnessMap.value=g.clearcoatRoughnessMap,e(g.clearcoatRoughnessMap,p.clearcoatRoughnessMapTransform)),g.clearcoatNormalMap&&(p.clearcoatNormalMap.value=g.clearcoatNormalMap,e(g.clearcoatNormalMap,p.clearcoatNormalMapTransform),p.clearcoatNormalScale.value.copy(g.clearcoatNormalScale),g.side===Qn&&p.clearcoatNormalScale.value.negate())),g.dispersion>0&&(p.dispersion.value=g.dispersion),g.retroreflectivity>0&&(p.retroreflectivity.value=g.retroreflectivity),g.iridescence>0&&(p.iridescence.value=g.iridescence,p.iridescenceIOR.value=g.iridescenceIOR,p.iridescenceThicknessMinimum.value=g.iridescenceThicknessMinimum,p.iridescenceThicknessMaximum.value=g.iridescenceThicknessMaximum,g.iridescenceMap&&(p.iridescenceMap.value=g.iridescenceMap,e(g.iridescenceMap,p.iridescenceMapTransform)),g.iridescenceThicknessMap&&(p.iridescenceThicknessMap.value=g.iridescenceThicknessMap,e(g.iridescenceThicknessMap,p.iridescenceThicknessMapTransform))),g.transmission>0&&(p.transmission.value=g.transmission,p.transmissionSamplerMap.value=v.texture,p.transmissionSamplerSize.value.set(v.width,v.height),g.transmissionMap&&(p.transmissionMap.value=g.transmissionMap,e(g.transmissionMap,p.transmissionMapTransform)),p.thickness.value=g.thickness,g.thicknessMap&&(p.thicknessMap.value=g.thicknessMap,e(g.thicknessMap,p.thicknessMapTransform)),p.attenuationDistance.value=g.attenuationDistance,p.attenuationColor.value.copy(g.attenuationColor)),g.anisotropy>0&&(p.anisotropyVector.value.set(g.anisotropy*Math.cos(g.anisotropyRotation),g.anisotropy*Math.sin(g.anisotropyRotation)),g.anisotropyMap&&(p.anisotropyMap.value=g.anisotropyMap,e(g.anisotropyMap,p.anisotropyMapTransform))),p.specularIntensity.value=g.specularIntensity,p.specularColor.value.copy(g.specularColor),g.specularColorMap&&(p.specularColorMap.value=g.specularColorMap,e(g.specularColorMap,p.specularColorMapTransform)),g.specularIntensityMap&&(p.specularIntensityMap.value=g.specularIntensityMap,e(g.specularIntensityMap,p.specularIntensityMapTransform))}function m(p,g){g.matcap&&(p.matcap.value=g.matcap)}function _(p,g){let v=t.get(g).light;p.referencePosition.value.setFromMatrixPosition(v.matrixWorld),p.nearDistance.value=v.shadow.camera.near,p.farDistance.value=v.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function lw(i,t,e,n){let s={},r={};function o(v,E){let S=E.program;n.uniformBlockBinding(v,S,s[v.id])}function a(v,E){let S=s[v.id];S===void 0&&(m(v),S=l(v),s[v.id]=S,v.addEventListener("dispose",p));let C=E.program;n.updateUBOMapping(v,C);let A=t.render.frame;r[v.id]!==A&&(c(v),r[v.id]=A)}function l(v){let E=i.createBuffer(),S=v.__size,C=v.usage;return i.bindBuffer(i.UNIFORM_BUFFER,E),i.bufferData(i.UNIFORM_BUFFER,S,C),i.bindBuffer(i.UNIFORM_BUFFER,null),E}function c(v){let E=s[v.id],S=v.uniforms,C=v.__cache;i.bindBuffer(i.UNIFORM_BUFFER,E);for(let A=0,y=S.length;A<y;A++){let T=S[A];if(Array.isArray(T))for(let O=0,L=T.length;O<L;O++)h(T[O],A,O,C);else h(T,A,0,C)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(v,E,S,C){if(d(v,E,S,C)===!0){let A=v.__offset,y=v.value;if(Array.isArray(y)){let T=0;for(let O=0;O<y.length;O++){let L=y[O],D=_(L,!0);u(L,v.__data,T),T+=D.storage/Float32Array.BYTES_PER_ELEMENT}}else u(y,v.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,A,v.__data)}}function u(v,E,S){typeof v=="number"||typeof v=="boolean"?E[S]=v:v.isMatrix3?(E[S]=v.elements[0],E[S+1]=v.elements[1],E[S+2]=v.elements[2],E[S+3]=0,E[S+4]=v.elements[3],E[S+5]=v.elements[4],E[S+6]=v.elements[5],E[S+7]=0,E[S+8]=v.elements[6],E[S+9]=v.elements[7],E[S+10]=v.elements[8],E[S+11]=0):ArrayBuffer.isView(v)?E.set(v.subarray(0,E.length-S),S):v.toArray(E,S)}function d(v,E,S,C){let A=v.value,y=E+"_"+S;if(Array.isArray(A)){C[y]===void 0&&(C[y]=[]);let T=C[y],O=!1;for(let L=0;L<A.length;L++)f(A[L],T,L)===!0&&(O=!0);return O}return f(A,C,y)}function f(v,E,S){if(E[S]===void 0)return typeof v=="number"||typeof v=="boolean"?E[S]=v:ArrayBuffer.isView(v)?E[S]=v.slice():E[S]=v.clone(),!0;{let C=E[S];if(typeof v=="number"||typeof v=="boolean"){if(C!==v)return E[S]=v,!0}else{if(ArrayBuffer.isView(v))return!0;if(C.equals(v)===!1)return C.copy(v),!0}}return!1}function m(v){let E=v.uniforms,S=0,C=16;for(let y=0,T=E.length;y<T;y++){let O=Array.isArray(E[y])?E[y]:[E[y]];for(let L=0,D=O.length;L<D;L++){let z=O[L],G=Array.isArray(z.value)?z.value:[z.value],N=Array.isArray(E[y])||Array.isArray(z.value),H=S;for(let V=0,ct=G.length;V<ct;V++){let Z=G[V],j=_(Z,N),tt=S%C,ft=tt%j.boundary,ht=tt+ft;S+=ft,ht!==0&&C-ht<j.storage&&(S+=C-ht),V===0&&(H=S),S+=j.storage}let q=z.type==="int"?Int32Array:z.type==="uint"?Uint32Array:Float32Array;z.__data=new q((S-H)/Float32Array.BYTES_PER_ELEMENT),z.__offset=H}}let A=S%C;return A>0&&(S+=C-A),v.__size=S,v.__cache={},this}function _(v,E){let S={boundary:0,storage:0};return typeof v=="number"||typeof v=="boolean"?(S.boundary=4,S.storage=4):v.isVector2?(S.boundary=8,S.storage=8):v.isVector3||v.isColor?(S.boundary=16,S.storage=12):v.isVector4?(S.boundary=16,S.storage=16):v.isMatrix3?(S.boundary=16,S.storage=48):v.isMatrix4?(S.boundary=16,S.storage=64):v.isTexture?te("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(v)?(S.boundary=16,S.storage=v.byteLength):te("WebGLRenderer: Unsupported uniform value type.",v),E===!0&&(S.boundary=16,S.storage=Math.ceil(S.storage/16)*16),S}function p(v){let E=v.target;E.removeEventListener("dispose",p),i.deleteBuffer(s[E.id]),delete s[E.id],delete r[E.id]}function g(){for(let v in s)i.deleteBuffer(s[v]);s={},r={}}return{bind:o,update:a,dispose:g}}var cw=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),as=null;function hw(){return as===null&&(as=new hc(cw,16,16,ir,ki),as.name="DFG_LUT",as.minFilter=Kn,as.magFilter=Kn,as.wrapS=is,as.wrapT=is,as.generateMipmaps=!1,as.needsUpdate=!0),as}var Ah=class{constructor(t={}){let{canvas:e=Gm(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1,outputBufferType:f=ii}=t;this.isWebGLRenderer=!0;let m;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");m=n.getContextAttributes().alpha}else m=o;let _=f,p=new Set([Xc,Wc,Gc]),g=new Set([ii,Oi,Co,Ar,Vc,Hc]),v=new Uint32Array(4),E=new Int32Array(4),S={textures:[],min:[],max:[],resolution:[]},C=null,A=null,y=[],T=[],O=null;this.domElement=e,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=os,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let L=this,D=!1,z=null,G=null,N=null,H=null;this._outputColorSpace=Zn;let q=0,V=0,ct=null,Z=-1,j=null,tt=new Be,ft=new Be,ht=null,Q=new pe(0),_t=0,yt=e.width,Lt=e.height,wt=1,Ht=null,ie=null,Jt=new Be(0,0,yt,Lt),se=new Be(0,0,yt,Lt),ne=!1,rt=new $s,vt=new uc,xt=!1,Bt=!1,Dt=new Ie,ee=new R,kt=new Be,ge={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},ue=!1;function ve(){return ct===null?wt:1}let F=n;function Mt(w,k){return e.getContext(w,k)}let Xt,ce,Et,Fe,$t,Qt,P,M,X,dt,ot,bt,Tt,et,it,gt,B,st,nt,Ct,St,Rt,Kt;try{let w={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${"187"}`),e.addEventListener("webglcontextlost",qt,!1),e.addEventListener("webglcontextrestored",le,!1),e.addEventListener("webglcontextcreationerror",Nt,!1),F===null){let k="webgl2";if(F=Mt(k,w),F===null)throw Mt(k)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}ae()}catch(w){throw e.removeEventListener("webglcontextlost",qt,!1),e.removeEventListener("webglcontextrestored",le,!1),e.removeEventListener("webglcontextcreationerror",Nt,!1),oe("WebGLRenderer: "+w.message),w}function ae(){Xt=new SM(F),Xt.init(),St=new iw(F,Xt),ce=new hM(F,Xt,t,St),Et=new ew(F,Xt),ce.reversedDepthBuffer&&d&&Et.buffers.depth.setReversed(!0),G=F.createFramebuffer(),N=F.createFramebuffer(),H=F.createFramebuffer(),Fe=new wM(F),$t=new Vb,Qt=new nw(F,Xt,Et,$t,ce,St,Fe),P=new vM(L),M=new Ty(F),Rt=new lM(F,M),X=new MM(F,M,Fe,Rt),dt=new TM(F,X,M,Rt,Fe),st=new EM(F,ce,Qt),it=new uM($t),ot=new zb(L,P,Xt,ce,Rt,it),bt=new aw(L,$t),Tt=new Gb,et=new Zb(Xt),B=new aM(L,P,Et,dt,m,l),gt=new tw(L,dt,ce),Kt=new lw(F,Fe,ce,Et),nt=new cM(F,Xt,Fe),Ct=new bM(F,Xt,Fe),Fe.programs=ot.programs,L.capabilities=ce,L.extensions=Xt,L.properties=$t,L.renderLists=Tt,L.shadowMap=gt,L.state=Et,L.info=Fe}_!==ii&&(O=new RM(_,e.width,e.height,a,s,r));let ut=new sf(L,F);this.xr=ut,this.getContext=function(){return F},this.getContextAttributes=function(){return F.getContextAttributes()},this.forceContextLoss=function(){let w=Xt.get("WEBGL_lose_context");w&&w.loseContext()},this.forceContextRestore=function(){let w=Xt.get("WEBGL_lose_context");w&&w.restoreContext()},this.getPixelRatio=function(){return wt},this.setPixelRatio=function(w){w!==void 0&&(wt=w,this.setSize(yt,Lt,!1))},this.getSize=function(w){return w.set(yt,Lt)},this.setSize=function(w,k,K=!0){if(ut.isPresenting){te("WebGLRenderer: Can't change size while VR device is presenting.");return}yt=w,Lt=k,e.width=Math.floor(w*wt),e.height=Math.floor(k*wt),K===!0&&(e.style.width=w+"px",e.style.height=k+"px"),O!==null&&O.setSize(e.width,e.height),this.setViewport(0,0,w,k)},this.getDrawingBufferSize=function(w){return w.set(yt*wt,Lt*wt).floor()},this.setDrawingBufferSize=function(w,k,K){yt=w,Lt=k,wt=K,e.width=Math.floor(w*K),e.height=Math.floor(k*K),this.setViewport(0,0,w,k)},this.setEffects=function(w){if(_===ii){oe("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(w){for(let k=0;k<w.length;k++)if(w[k].isOutputPass===!0){te("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}O.setEffects(w||[])},this.getCurrentViewport=function(w){return w.copy(tt)},this.getViewport=function(w){return w.copy(Jt)},this.setViewport=function(w,k,K,Y){w.isVector4?Jt.set(w.x,w.y,w.z,w.w):Jt.set(w,k,K,Y),Et.viewport(tt.copy(Jt).multiplyScalar(ve()).round())},this.getScissor=function(w){return w.copy(se)},this.setScissor=function(w,k,K,Y){w.isVector4?se.set(w.x,w.y,w.z,w.w):se.set(w,k,K,Y),Et.scissor(ft.copy(se).multiplyScalar(ve()).round())},this.getScissorTest=function(){return ne},this.setScissorTest=function(w){Et.setScissorTest(ne=w)},this.setOpaqueSort=function(w){Ht=w},this.setTransparentSort=function(w){ie=w},this.getClearColor=function(w){return w.copy(B.getClearColor())},this.setClearColor=function(){B.setClearColor(...arguments)},this.getClearAlpha=function(){return B.getClearAlpha()},this.setClearAlpha=function(){B.setClearAlpha(...arguments)},this.clear=function(w=!0,k=!0,K=!0){let Y=0;if(w){let $=!1;if(ct!==null){let Pt=ct.texture.format;$=p.has(Pt)}if($){let Pt=ct.texture.type,Ft=g.has(Pt),It=B.getClearColor(),Ot=B.getClearAlpha(),Zt=It.r,he=It.g,be=It.b;Ft?(v[0]=Zt,v[1]=he,v[2]=be,v[3]=Ot,F.clearBufferuiv(F.COLOR,0,v)):(E[0]=Zt,E[1]=he,E[2]=be,E[3]=Ot,F.clearBufferiv(F.COLOR,0,E))}else Y|=F.COLOR_BUFFER_BIT}k&&(Y|=F.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),K&&(Y|=F.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),Y!==0&&F.clear(Y)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(w){w.setRenderer(this),z=w},this.dispose=function(){e.removeEventListener("webglcontextlost",qt,!1),e.removeEventListener("webglcontextrestored",le,!1),e.removeEventListener("webglcontextcreationerror",Nt,!1),B.dispose(),Tt.dispose(),et.dispose(),Qt.dispose(),$t.dispose(),P.dispose(),dt.dispose(),X.dispose(),Rt.dispose(),Kt.dispose(),ot.dispose(),ut.dispose(),ut.removeEventListener("sessionstart",xl),ut.removeEventListener("sessionend",$i),ds.stop()};function qt(w){w.preventDefault(),_a("WebGLRenderer: Context Lost."),D=!0}function le(){_a("WebGLRenderer: Context Restored."),D=!1;let w=Fe.autoReset,k=gt.enabled,K=gt.autoUpdate,Y=gt.needsUpdate,$=gt.type;ae(),Fe.autoReset=w,gt.enabled=k,gt.autoUpdate=K,gt.needsUpdate=Y,gt.type=$}function Nt(w){oe("WebGLRenderer: A WebGL context could not be created. Reason: ",w.statusMessage)}function ye(w){let k=w.target;k.removeEventListener("dispose",ye),Ye(k)}function Ye(w){Gn(w),$t.remove(w)}function Gn(w){let k=$t.get(w).programs;k!==void 0&&(k.forEach(function(K){ot.releaseProgram(K)}),w.isShaderMaterial&&ot.releaseShaderCache(w))}this.renderBufferDirect=function(w,k,K,Y,$,Pt){k===null&&(k=ge);let Ft=$.isMesh&&$.matrixWorld.determinantAffine()<0,It=Ko(w,k,K,Y,$);Et.setMaterial(Y,Ft);let Ot=K.index,Zt=1;if(Y.wireframe===!0){if(Ot=X.getWireframeAttribute(K),Ot===void 0)return;Zt=2}let he=K.drawRange,be=K.attributes.position,Yt=he.start*Zt,we=(he.start+he.count)*Zt;Pt!==null&&(Yt=Math.max(Yt,Pt.start*Zt),we=Math.min(we,(Pt.start+Pt.count)*Zt)),Ot!==null?(Yt=Math.max(Yt,0),we=Math.min(we,Ot.count)):be!=null&&(Yt=Math.max(Yt,0),we=Math.min(we,be.count));let nn=we-Yt;if(nn<0||nn===1/0)return;Rt.setup($,Y,It,K,Ot);let ze,Ve=nt;if(Ot!==null&&(ze=M.get(Ot),Ve=Ct,Ve.setIndex(ze)),$.isMesh)Y.wireframe===!0?(Et.setLineWidth(Y.wireframeLinewidth*ve()),Ve.setMode(F.LINES)):Ve.setMode(F.TRIANGLES);else if($.isLine){let _n=Y.linewidth;_n===void 0&&(_n=1),Et.setLineWidth(_n*ve()),$.isLineSegments?Ve.setMode(F.LINES):$.isLineLoop?Ve.setMode(F.LINE_LOOP):Ve.setMode(F.LINE_STRIP)}else $.isPoints?Ve.setMode(F.POINTS):$.isSprite&&Ve.setMode(F.TRIANGLES);if($.isBatchedMesh)if(Xt.get("WEBGL_multi_draw"))Ve.renderMultiDraw($._multiDrawStarts,$._multiDrawCounts,$._multiDrawCount);else{let _n=$._multiDrawStarts,Gt=$._multiDrawCounts,un=$._multiDrawCount,Ae=Ot?M.get(Ot).bytesPerElement:1,ps=$t.get(Y).currentProgram.getUniforms();for(let dn=0;dn<un;dn++)ps.setValue(F,"_gl_DrawID",dn),Ve.render(_n[dn]/Ae,Gt[dn])}else if($.isInstancedMesh)Ve.renderInstances(Yt,nn,$.count);else if(K.isInstancedBufferGeometry){let _n=K._maxInstanceCount!==void 0?K._maxInstanceCount:1/0,Gt=Math.min(K.instanceCount,_n);Ve.renderInstances(Yt,nn,Gt)}else Ve.render(Yt,nn)};function $o(w,k,K,Y){z!==null&&w.isNodeMaterial&&z.setObject(Y,w),xt===!0&&it.setState(w,K,!1),w.transparent===!0&&w.side===Dn&&w.forceSinglePass===!1?(w.side=Qn,w.needsUpdate=!0,Zi(w,k,Y),w.side=nr,w.needsUpdate=!0,Zi(w,k,Y),w.side=Dn):Zi(w,k,Y)}this.compile=function(w,k,K=null){K===null&&(K=w),z!==null&&z.renderStart(w,k,K),A=et.get(K),A.init(k),T.push(A),K.traverseVisible(function($){$.isLight&&$.layers.test(k.layers)&&(A.pushLight($),$.castShadow&&A.pushShadow($))}),w!==K&&w.traverseVisible(function($){$.isLight&&$.layers.test(k.layers)&&(A.pushLight($),$.castShadow&&A.pushShadow($))}),A.setupLights(),z!==null&&z.updateLights(A.state.lightsArray),Bt=this.localClippingEnabled,xt=it.init(this.clippingPlanes,Bt),xt===!0&&it.setGlobalState(this.clippingPlanes,k),z!==null&&gt.render(A.state.shadowsArray,K,k);let Y=new Set;return w.traverse(function($){if(!($.isMesh||$.isPoints||$.isLine||$.isSprite))return;let Pt=$.material;if(Pt)if(Array.isArray(Pt))for(let Ft=0;Ft<Pt.length;Ft++){let It=Pt[Ft];$o(It,K,k,$),Y.add(It)}else $o(Pt,K,k,$),Y.add(Pt)}),A=T.pop(),z!==null&&z.renderEnd(),Y},this.compileAsync=function(w,k,K=null){let Y=this.compile(w,k,K);return new Promise($=>{function Pt(){if(Y.forEach(function(Ft){let Ot=$t.get(Ft).currentProgram;(Ot===void 0||Ot.isReady())&&Y.delete(Ft)}),Y.size===0){$(w);return}setTimeout(Pt,10)}Xt.get("KHR_parallel_shader_compile")!==null?Pt():setTimeout(Pt,10)})};let zr=null;function pu(w){zr&&zr(w)}function xl(){ds.stop()}function $i(){ds.start()}let ds=new Sg;ds.setAnimationLoop(pu),typeof self<"u"&&ds.setContext(self),this.setAnimationLoop=function(w){zr=w,ut.setAnimationLoop(w),w===null?ds.stop():ds.start()},ut.addEventListener("sessionstart",xl),ut.addEventListener("sessionend",$i),this.render=function(w,k){if(k!==void 0&&k.isCamera!==!0){oe("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(D===!0)return;z!==null&&z.renderStart(w,k);let K=ut.enabled===!0&&ut.isPresenting===!0,Y=O!==null&&(ct===null||K)&&O.begin(L,ct);if(w.matrixWorldAutoUpdate===!0&&w.updateMatrixWorld(),k.parent===null&&k.matrixWorldAutoUpdate===!0&&k.updateMatrixWorld(),ut.enabled===!0&&ut.isPresenting===!0&&(O===null||O.isCompositing()===!1)&&(ut.cameraAutoUpdate===!0&&ut.updateCamera(k),k=ut.getCamera()),w.isScene===!0&&w.onBeforeRender(L,w,k,ct),A=et.get(w,T.length),A.init(k),A.state.textureUnits=Qt.getTextureUnits(),T.push(A),Dt.multiplyMatrices(k.projectionMatrix,k.matrixWorldInverse),k.isArrayCamera?vt.setFromArrayCamera(k):rt.setFromProjectionMatrix(Dt,bi,k.reversedDepth),Bt=this.localClippingEnabled,xt=it.init(this.clippingPlanes,Bt),C=Tt.get(w,y.length),C.init(),y.push(C),this.info.render.frame++,ut.enabled===!0&&ut.isPresenting===!0){let Ft=L.xr.getDepthSensingMesh();Ft!==null&&fs(Ft,k,-1/0,L.sortObjects)}fs(w,k,0,L.sortObjects),C.finish(),z!==null&&z.updateLights(A.state.lightsArray),L.sortObjects===!0&&C.sort(Ht,ie),ue=ut.enabled===!1||ut.isPresenting===!1||ut.hasDepthSensing()===!1,ue&&B.addToRenderList(C,w),this.info.autoReset===!0&&this.info.reset(),xt===!0&&it.beginShadows();let $=A.state.shadowsArray;if(gt.render($,w,k),xt===!0&&it.endShadows(),(Y&&O.hasRenderPass())===!1){let Ft=C.opaque,It=C.transmissive;if(A.setupLights(),k.isArrayCamera){let Ot=k.cameras;if(It.length>0)for(let Zt=0,he=Ot.length;Zt<he;Zt++){let be=Ot[Zt];Ri(Ft,It,w,be)}ue&&B.render(w);for(let Zt=0,he=Ot.length;Zt<he;Zt++){let be=Ot[Zt];Zo(C,w,be,be.viewport)}}else It.length>0&&Ri(Ft,It,w,k),ue&&B.render(w),Zo(C,w,k)}ct!==null&&V===0&&(Qt.updateMultisampleRenderTarget(ct),Qt.updateRenderTargetMipmap(ct)),Y&&O.end(L),w.isScene===!0&&w.onAfterRender(L,w,k),Rt.resetDefaultState(),Z=-1,j=null,T.pop(),T.length>0?(A=T[T.length-1],Qt.setTextureUnits(A.state.textureUnits),xt===!0&&it.setGlobalState(L.clippingPlanes,A.state.camera)):A=null,y.pop(),y.length>0?C=y[y.length-1]:C=null,z!==null&&z.renderEnd()};function fs(w,k,K,Y){if(w.visible===!1)return;if(w.layers.test(k.layers)){if(w.isGroup)K=w.renderOrder;else if(w.isLOD)w.autoUpdate===!0&&w.update(k);else if(w.isLight)A.pushLight(w),w.castShadow&&A.pushShadow(w);else if(w.isSprite){let Ft=k.isArrayCamera?vt:rt;if(!w.frustumCulled||w.intersectsFrustum(Ft)){Y&&kt.setFromMatrixPosition(w.matrixWorld).applyMatrix4(Dt);let It=dt.update(w),Ot=w.material;Ot.visible&&C.push(w,It,Ot,K,kt.z,null,k)}}else if(w.isMesh||w.isLine||w.isPoints){let Ft=k.isArrayCamera?vt:rt;if(!w.frustumCulled||w.intersectsFrustum(Ft)){let It=dt.update(w),Ot=w.material;if(Y&&(w.boundingSphere!==void 0?(w.boundingSphere===null&&w.computeBoundingSphere(),kt.copy(w.boundingSphere.center)):(It.boundingSphere===null&&It.computeBoundingSphere(),kt.copy(It.boundingSphere.center)),kt.applyMatrix4(w.matrixWorld).applyMatrix4(Dt)),Array.isArray(Ot)){let Zt=It.groups;for(let he=0,be=Zt.length;he<be;he++){let Yt=Zt[he],we=Ot[Yt.materialIndex];we&&we.visible&&C.push(w,It,we,K,kt.z,Yt,k)}}else Ot.visible&&C.push(w,It,Ot,K,kt.z,null,k)}}}let Pt=w.children;for(let Ft=0,It=Pt.length;Ft<It;Ft++)fs(Pt[Ft],k,K,Y)}function Zo(w,k,K,Y){let{opaque:$,transmissive:Pt,transparent:Ft}=w;A.setupLightsView(K),xt===!0&&it.setGlobalState(L.clippingPlanes,K),Y&&Et.viewport(tt.copy(Y)),$.length>0&&rn($,k,K),Pt.length>0&&rn(Pt,k,K),Ft.length>0&&rn(Ft,k,K),Et.buffers.depth.setTest(!0),Et.buffers.depth.setMask(!0),Et.buffers.color.setMask(!0),Et.setPolygonOffset(!1)}function Ri(w,k,K,Y){if((K.isScene===!0?K.overrideMaterial:null)!==null)return;if(A.state.transmissionRenderTarget[Y.id]===void 0){let Yt=Xt.has("EXT_color_buffer_half_float")||Xt.has("EXT_color_buffer_float");A.state.transmissionRenderTarget[Y.id]=new mi(1,1,{generateMipmaps:!0,type:Yt?ki:ii,minFilter:Rs,samples:Math.max(4,ce.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:Re.workingColorSpace})}let Pt=A.state.transmissionRenderTarget[Y.id],Ft=Y.viewport||tt;Pt.setSize(Ft.z*L.transmissionResolutionScale,Ft.w*L.transmissionResolutionScale);let It=L.getRenderTarget(),Ot=L.getActiveCubeFace(),Zt=L.getActiveMipmapLevel();L.setRenderTarget(Pt),L.getClearColor(Q),_t=L.getClearAlpha(),_t<1&&L.setClearColor(16777215,.5),L.clear(),ue&&B.render(K);let he=L.toneMapping;L.toneMapping=os;let be=Y.viewport;if(Y.viewport!==void 0&&(Y.viewport=void 0),A.setupLightsView(Y),xt===!0&&it.setGlobalState(L.clippingPlanes,Y),rn(w,K,Y),Qt.updateMultisampleRenderTarget(Pt),Qt.updateRenderTargetMipmap(Pt),Xt.has("WEBGL_multisampled_render_to_texture")===!1){let Yt=!1;for(let we=0,nn=k.length;we<nn;we++){let ze=k[we],{object:Ve,geometry:_n,material:Gt,group:un}=ze;if(Gt.side===Dn&&Ve.layers.test(Y.layers)){let Ae=Gt.side;Gt.side=Qn,Gt.needsUpdate=!0,cn(Ve,K,Y,_n,Gt,un),Gt.side=Ae,Gt.needsUpdate=!0,Yt=!0}}Yt===!0&&(Qt.updateMultisampleRenderTarget(Pt),Qt.updateRenderTargetMipmap(Pt))}L.setRenderTarget(It,Ot,Zt),L.setClearColor(Q,_t),be!==void 0&&(Y.viewport=be),L.toneMapping=he}function rn(w,k,K){let Y=k.isScene===!0?k.overrideMaterial:null;for(let $=0,Pt=w.length;$<Pt;$++){let Ft=w[$],{object:It,geometry:Ot,group:Zt}=Ft,he=Ft.material;he.allowOverride===!0&&Y!==null&&(he=Y),It.layers.test(K.layers)&&cn(It,k,K,Ot,he,Zt)}}function cn(w,k,K,Y,$,Pt){z!==null&&$.isNodeMaterial&&z.setObject(w,$),w.onBeforeRender(L,k,K,Y,$,Pt),w.modelViewMatrix.multiplyMatrices(K.matrixWorldInverse,w.matrixWorld),w.normalMatrix.getNormalMatrix(w.modelViewMatrix),$.onBeforeRender(L,k,K,Y,w,Pt),$.transparent===!0&&$.side===Dn&&$.forceSinglePass===!1?($.side=Qn,$.needsUpdate=!0,L.renderBufferDirect(K,k,Y,$,w,Pt),$.side=nr,$.needsUpdate=!0,L.renderBufferDirect(K,k,Y,$,w,Pt),$.side=Dn):L.renderBufferDirect(K,k,Y,$,w,Pt),w.onAfterRender(L,k,K,Y,$,Pt)}function hn(w){let k=0;for(let K of w)K.texture!==null&&k++;return k}function Zi(w,k,K){k.isScene!==!0&&(k=ge);let Y=$t.get(w),$=A.state.lights,Pt=A.state.shadowsArray,Ft=$.state.version,It=ot.getParameters(w,$.state,Pt,k,K,A.state.lightProbeGridArray),Ot=ot.getProgramCacheKey(It),Zt=Y.programs;Y.environment=w.isMeshStandardMaterial||w.isMeshLambertMaterial||w.isMeshPhongMaterial?k.environment:null,Y.fog=k.fog;let he=w.isMeshStandardMaterial||w.isMeshLambertMaterial&&!w.envMap||w.isMeshPhongMaterial&&!w.envMap;Y.envMap=P.get(w.envMap||Y.environment,he),Y.envMapRotation=Y.environment!==null&&w.envMap===null?k.environmentRotation:w.envMapRotation,Zt===void 0&&(w.addEventListener("dispose",ye),Zt=new Map,Y.programs=Zt,Y.programVariants=new Map);let be=Zt.get(Ot);if(be!==void 0){if(Y.currentProgram===be&&Y.lightsStateVersion===Ft)return Jo(w,It),be}else It.uniforms=ot.getUniforms(w),z!==null&&w.isNodeMaterial&&z.build(w,K,It),w.onBeforeCompile(It,L),be=ot.acquireProgram(It,Ot),Zt.set(Ot,be),Y.uniforms=It.uniforms;let Yt=Y.uniforms;return(!w.isShaderMaterial&&!w.isRawShaderMaterial||w.clipping===!0)&&(Yt.clippingPlanes=it.uniform),Jo(w,It),Y.needsLights=Os(w),Y.lightsStateVersion=Ft,Y.needsLights&&(Yt.ambientLightColor.value=$.state.ambient,Yt.lightProbe.value=$.state.probe,Yt.sunLights.value=$.state.sun,Yt.sunLightShadows.value=$.state.sunShadow,Yt.directionalLights.value=$.state.directional,Yt.directionalLightShadows.value=$.state.directionalShadow,Yt.spotLights.value=$.state.spot,Yt.spotLightShadows.value=$.state.spotShadow,Yt.rectAreaLights.value=$.state.rectArea,Yt.ltc_1.value=$.state.rectAreaLTC1,Yt.ltc_2.value=$.state.rectAreaLTC2,Yt.pointLights.value=$.state.point,Yt.pointLightShadows.value=$.state.pointShadow,Yt.hemisphereLights.value=$.state.hemi,Yt.sunShadowMatrix.value=$.state.sunShadowMatrix,Yt.sunShadowCascade.value=$.state.sunShadowCascade,Yt.directionalShadowMatrix.value=$.state.directionalShadowMatrix,Yt.spotLightMatrix.value=$.state.spotLightMatrix,Yt.spotLightMap.value=$.state.spotLightMap,Yt.pointShadowMatrix.value=$.state.pointShadowMatrix),Y.numLightProbeGrids=hn(A.state.lightProbeGridArray),Y.currentProgram=be,Y.uniformsList=null,be}function ai(w,k,K,Y,$){let Pt=$t.get(w),Ft=Pt.currentProgram.id+","+Y+","+$,It=Pt.programVariants.get(Ft);return It===void 0?(It=Zi(w,k,K),Pt.programVariants.set(Ft,It)):(Pt.currentProgram=It,Pt.uniformsList=null,Pt.outputColorSpace=Y,Pt.toneMapping=$),It}function Fs(w){if(w.uniformsList===null){let k=w.currentProgram.getUniforms();w.uniformsList=Po.seqWithValue(k.seq,w.uniforms)}return w.uniformsList}function Jo(w,k){let K=$t.get(w);K.outputColorSpace=k.outputColorSpace,K.batching=k.batching,K.batchingColor=k.batchingColor,K.instancing=k.instancing,K.instancingColor=k.instancingColor,K.instancingMorph=k.instancingMorph,K.skinning=k.skinning,K.morphTargets=k.morphTargets,K.morphNormals=k.morphNormals,K.morphColors=k.morphColors,K.morphTargetsCount=k.morphTargetsCount,K.numClippingPlanes=k.numClippingPlanes,K.numIntersection=k.numClipIntersection,K.vertexAlphas=k.vertexAlphas,K.vertexTangents=k.vertexTangents,K.toneMapping=k.toneMapping}function Ko(w,k,K,Y,$){k.isScene!==!0&&(k=ge),Qt.resetTextureUnits();let Pt=k.fog,Ft=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial?k.environment:null,It=ct===null?L.outputColorSpace:ct.isXRRenderTarget===!0?ct.texture.colorSpace:Re.workingColorSpace,Ot=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial&&!Y.envMap||Y.isMeshPhongMaterial&&!Y.envMap,Zt=P.get(Y.envMap||Ft,Ot),he=Y.vertexColors===!0&&!!K.attributes.color&&K.attributes.color.itemSize===4,be=!!K.attributes.tangent&&(!!Y.normalMap||Y.anisotropy>0),Yt=!!K.morphAttributes.position,we=!!K.morphAttributes.normal,nn=!!K.morphAttributes.color,ze=os;Y.toneMapped&&(ct===null||ct.isXRRenderTarget===!0)&&(ze=L.toneMapping);let Ve=K.morphAttributes.position||K.morphAttributes.normal||K.morphAttributes.color,_n=Ve!==void 0?Ve.length:0,Gt=$t.get(Y),un=A.state.lights;if(xt===!0&&(Bt===!0||w!==j)){let He=w===j&&Y.id===Z;it.setState(Y,w,He)}let Ae=!1,ps=!1;Y.version===Gt.__version?Gt.needsLights&&Gt.lightsStateVersion!==un.state.version||$.isBatchedMesh&&Gt.batching===!1||!$.isBatchedMesh&&Gt.batching===!0||$.isBatchedMesh&&Gt.batchingColor===!0&&$._colorsTexture===null||$.isBatchedMesh&&Gt.batchingColor===!1&&$._colorsTexture!==null||$.isInstancedMesh&&Gt.instancing===!1||!$.isInstancedMesh&&Gt.instancing===!0||$.isSkinnedMesh&&Gt.skinning===!1||!$.isSkinnedMesh&&Gt.skinning===!0||$.isInstancedMesh&&Gt.instancingColor===!0&&$.instanceColor===null||$.isInstancedMesh&&Gt.instancingColor===!1&&$.instanceColor!==null||$.isInstancedMesh&&Gt.instancingMorph===!0&&$.morphTexture===null||$.isInstancedMesh&&Gt.instancingMorph===!1&&$.morphTexture!==null||Gt.envMap!==Zt||Y.fog===!0&&Gt.fog!==Pt||Gt.numClippingPlanes!==void 0&&(Gt.numClippingPlanes!==it.numPlanes||Gt.numIntersection!==it.numIntersection)||Gt.vertexAlphas!==he||Gt.vertexTangents!==be||Gt.morphTargets!==Yt||Gt.morphNormals!==we||Gt.morphColors!==nn||Gt.morphTargetsCount!==_n||Gt.numLightProbeGrids!==hn(A.state.lightProbeGridArray)?Ae=!0:(Gt.outputColorSpace!==It||Gt.toneMapping!==ze)&&(ps=!0):(Ae=!0,Gt.__version=Y.version);let dn=Gt.currentProgram;(Ae===!0||ps===!0)&&(dn=ps===!0?ai(Y,k,$,It,ze):Zi(Y,k,$),z&&Y.isNodeMaterial&&z.onUpdateProgram(Y,dn,Gt));let Gr=!1,Ji=!1,ms=!1,Se=dn.getUniforms(),on=Gt.uniforms;if(Et.useProgram(dn.program)&&(Gr=!0,Ji=!0,ms=!0),Y.id!==Z&&(Z=Y.id,Ji=!0),Gr||j!==w){Et.buffers.depth.getReversed()&&w.reversedDepth!==!0&&(w._reversedDepth=!0,w.updateProjectionMatrix()),Se.setValue(F,"projectionMatrix",w.projectionMatrix),Se.setValue(F,"viewMatrix",w.matrixWorldInverse);let fn=Se.map.cameraPosition;fn!==void 0&&fn.setValue(F,ee.setFromMatrixPosition(w.matrixWorld)),ce.logarithmicDepthBuffer&&Se.setValue(F,"logDepthBufFC",2/(Math.log(w.far+1)/Math.LN2)),(Y.isMeshPhongMaterial||Y.isMeshToonMaterial||Y.isMeshLambertMaterial||Y.isMeshBasicMaterial||Y.isMeshStandardMaterial||Y.isShaderMaterial)&&Se.setValue(F,"isOrthographic",w.isOrthographicCamera===!0),j!==w&&(j=w,Ji=!0,ms=!0)}if(Gt.needsLights&&(un.state.sunShadowMap.length>0&&Se.setValue(F,"sunShadowMap",un.state.sunShadowMap,Qt),un.state.directionalShadowMap.length>0&&Se.setValue(F,"directionalShadowMap",un.state.directionalShadowMap,Qt),un.state.spotShadowMap.length>0&&Se.setValue(F,"spotShadowMap",un.state.spotShadowMap,Qt),un.state.pointShadowMap.length>0&&Se.setValue(F,"pointShadowMap",un.state.pointShadowMap,Qt)),$.isSkinnedMesh){Se.setOptional(F,$,"bindMatrix"),Se.setOptional(F,$,"bindMatrixInverse");let He=$.skeleton;He&&(He.boneTexture===null&&He.computeBoneTexture(),Se.setValue(F,"boneTexture",He.boneTexture,Qt))}$.isBatchedMesh&&(Se.setOptional(F,$,"batchingTexture"),Se.setValue(F,"batchingTexture",$._matricesTexture,Qt),Se.setOptional(F,$,"batchingIdTexture"),Se.setValue(F,"batchingIdTexture",$._indirectTexture,Qt),Se.setOptional(F,$,"batchingColorTexture"),$._colorsTexture!==null&&Se.setValue(F,"batchingColorTexture",$._colorsTexture,Qt));let Wn=K.morphAttributes;if((Wn.position!==void 0||Wn.normal!==void 0||Wn.color!==void 0)&&st.update($,K,dn),(Ji||Gt.receiveShadow!==$.receiveShadow)&&(Gt.receiveShadow=$.receiveShadow,Se.setValue(F,"receiveShadow",$.receiveShadow)),(Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial)&&Y.envMap===null&&k.environment!==null&&(on.envMapIntensity.value=k.environmentIntensity),on.dfgLUT!==void 0&&(on.dfgLUT.value=hw()),Ji){if(Se.setValue(F,"toneMappingExposure",L.toneMappingExposure),Gt.needsLights&&Vr(on,ms),Pt&&Y.fog===!0&&bt.refreshFogUniforms(on,Pt),bt.refreshMaterialUniforms(on,Y,wt,Lt,A.state.transmissionRenderTarget[w.id]),Gt.needsLights&&Gt.numLightProbeGrids>0){let He=S,fn=0;for(let Bn of A.state.lightProbeGridArray)Bn.texture!==null&&(He.textures[fn]=Bn.texture,He.min[fn]=Bn.boundingBox.min,He.max[fn]=Bn.boundingBox.max,He.resolution[fn]=Bn.resolution,fn++);for(let Bn in He)He[Bn].length=fn;on.probesSH.value=He.textures,on.probesMin.value=He.min,on.probesMax.value=He.max,on.probesResolution.value=He.resolution}Po.upload(F,Fs(Gt),on,Qt)}if(Y.isShaderMaterial&&Y.uniformsNeedUpdate===!0&&(Po.upload(F,Fs(Gt),on,Qt),Y.uniformsNeedUpdate=!1),Y.isSpriteMaterial&&Se.setValue(F,"center",$.center),Se.setValue(F,"modelViewMatrix",$.modelViewMatrix),Se.setValue(F,"normalMatrix",$.normalMatrix),Se.setValue(F,"modelMatrix",$.matrixWorld),Y.uniformsGroups!==void 0){let He=Y.uniformsGroups;for(let fn=0,Bn=He.length;fn<Bn;fn++){let yl=He[fn];Kt.update(yl,dn),Kt.bind(yl,dn)}}return dn}function Vr(w,k){w.ambientLightColor.needsUpdate=k,w.lightProbe.needsUpdate=k,w.sunLights.needsUpdate=k,w.sunLightShadows.needsUpdate=k,w.directionalLights.needsUpdate=k,w.directionalLightShadows.needsUpdate=k,w.pointLights.needsUpdate=k,w.pointLightShadows.needsUpdate=k,w.spotLights.needsUpdate=k,w.spotLightShadows.needsUpdate=k,w.rectAreaLights.needsUpdate=k,w.hemisphereLights.needsUpdate=k}function Os(w){return w.isMeshLambertMaterial||w.isMeshToonMaterial||w.isMeshPhongMaterial||w.isMeshStandardMaterial||w.isShadowMaterial||w.isShaderMaterial&&w.lights===!0}this.getActiveCubeFace=function(){return q},this.getActiveMipmapLevel=function(){return V},this.getRenderTarget=function(){return ct},this.setRenderTargetTextures=function(w,k,K){let Y=$t.get(w);Y.__autoAllocateDepthBuffer=w.resolveDepthBuffer===!1,Y.__autoAllocateDepthBuffer===!1&&(Y.__useRenderToTexture=!1),$t.get(w.texture).__webglTexture=k,$t.get(w.depthTexture).__webglTexture=Y.__autoAllocateDepthBuffer?void 0:K,Y.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(w,k){let K=$t.get(w);K.__webglFramebuffer=k,K.__useDefaultFramebuffer=k===void 0},this.setRenderTarget=function(w,k=0,K=0){ct=w,q=k,V=K;let Y=null,$=!1,Pt=!1;if(w){let It=$t.get(w);if(It.__useDefaultFramebuffer!==void 0){Et.bindFramebuffer(F.FRAMEBUFFER,It.__webglFramebuffer),tt.copy(w.viewport),ft.copy(w.scissor),ht=w.scissorTest,Et.viewport(tt),Et.scissor(ft),Et.setScissorTest(ht),Z=-1;return}else if(It.__webglFramebuffer===void 0)Qt.setupRenderTarget(w);else if(It.__hasExternalTextures)Qt.rebindTextures(w,$t.get(w.texture).__webglTexture,$t.get(w.depthTexture).__webglTexture);else if(w.depthBuffer){let he=w.depthTexture;if(It.__boundDepthTexture!==he){if(he!==null&&$t.has(he)&&(w.width!==he.image.width||w.height!==he.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Qt.setupDepthRenderbuffer(w)}}let Ot=w.texture;(Ot.isData3DTexture||Ot.isDataArrayTexture||Ot.isCompressedArrayTexture)&&(Pt=!0);let Zt=$t.get(w).__webglFramebuffer;w.isWebGLCubeRenderTarget?(Array.isArray(Zt[k])?Y=Zt[k][K]:Y=Zt[k],$=!0):w.samples>0&&Qt.useMultisampledRTT(w)===!1?Y=$t.get(w).__webglMultisampledFramebuffer:Array.isArray(Zt)?Y=Zt[K]:Y=Zt,tt.copy(w.viewport),ft.copy(w.scissor),ht=w.scissorTest}else tt.copy(Jt).multiplyScalar(wt).floor(),ft.copy(se).multiplyScalar(wt).floor(),ht=ne;if(K!==0&&(Y=G),Et.bindFramebuffer(F.FRAMEBUFFER,Y)&&Et.drawBuffers(w,Y),Et.viewport(tt),Et.scissor(ft),Et.setScissorTest(ht),$){let It=$t.get(w.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_CUBE_MAP_POSITIVE_X+k,It.__webglTexture,K)}else if(Pt){let It=k;for(let Ot=0;Ot<w.textures.length;Ot++){let Zt=$t.get(w.textures[Ot]);F.framebufferTextureLayer(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0+Ot,Zt.__webglTexture,K,It)}}else if(w!==null&&K!==0){let It=$t.get(w.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,It.__webglTexture,K)}Z=-1};function Hr(w){let k=$t.get(w);return(k.__readFormat!==w.format||k.__readType!==w.type)&&(k.__readFormat=w.format,k.__readType=w.type,k.__formatReadable=ce.textureFormatReadable(w.format),k.__typeReadable=ce.textureTypeReadable(w.type)),k}this.readRenderTargetPixels=function(w,k,K,Y,$,Pt,Ft,It=0){if(!(w&&w.isWebGLRenderTarget)){oe("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Ot=$t.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Ft!==void 0&&(Ot=Ot[Ft],Array.isArray(Ot)&&(Ot=Ot[0])),Ot){Et.bindFramebuffer(F.FRAMEBUFFER,Ot);try{let Zt=w.textures[It],he=Zt.format,be=Zt.type;w.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+It);let Yt=Hr(Zt);if(Yt.__formatReadable===!1){oe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Yt.__typeReadable===!1){oe("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}k>=0&&k<=w.width-Y&&K>=0&&K<=w.height-$&&F.readPixels(k,K,Y,$,St.convert(he),St.convert(be),Pt)}finally{let Zt=ct!==null?$t.get(ct).__webglFramebuffer:null;Et.bindFramebuffer(F.FRAMEBUFFER,Zt)}}},this.readRenderTargetPixelsAsync=async function(w,k,K,Y,$,Pt,Ft,It=0){if(!(w&&w.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Ot=$t.get(w).__webglFramebuffer;if(w.isWebGLCubeRenderTarget&&Ft!==void 0&&(Ot=Ot[Ft],Array.isArray(Ot)&&(Ot=Ot[0])),Ot)if(k>=0&&k<=w.width-Y&&K>=0&&K<=w.height-$){Et.bindFramebuffer(F.FRAMEBUFFER,Ot);let Zt=w.textures[It],he=Zt.format,be=Zt.type;w.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+It);let Yt=Hr(Zt);if(Yt.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Yt.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let we=F.createBuffer();F.bindBuffer(F.PIXEL_PACK_BUFFER,we),F.bufferData(F.PIXEL_PACK_BUFFER,Pt.byteLength,F.STREAM_READ),F.readPixels(k,K,Y,$,St.convert(he),St.convert(be),0),F.bindBuffer(F.PIXEL_PACK_BUFFER,null);let nn=ct!==null?$t.get(ct).__webglFramebuffer:null;Et.bindFramebuffer(F.FRAMEBUFFER,nn);let ze=F.fenceSync(F.SYNC_GPU_COMMANDS_COMPLETE,0);return F.flush(),await Xm(F,ze,4),F.bindBuffer(F.PIXEL_PACK_BUFFER,we),F.getBufferSubData(F.PIXEL_PACK_BUFFER,0,Pt),F.bindBuffer(F.PIXEL_PACK_BUFFER,null),F.deleteBuffer(we),F.deleteSync(ze),Pt}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(w,k=null,K=0){let Y=Math.pow(2,-K),$=Math.floor(w.image.width*Y),Pt=Math.floor(w.image.height*Y),Ft=k!==null?k.x:0,It=k!==null?k.y:0;Qt.setTexture2D(w,0),F.copyTexSubImage2D(F.TEXTURE_2D,K,0,0,Ft,It,$,Pt),Et.unbindTexture()},this.copyTextureToTexture=function(w,k,K=null,Y=null,$=0,Pt=0){let Ft,It,Ot,Zt,he,be,Yt,we,nn,ze=w.isCompressedTexture?w.mipmaps[Pt]:w.image;if(K!==null)Ft=K.max.x-K.min.x,It=K.max.y-K.min.y,Ot=K.isBox3?K.max.z-K.min.z:1,Zt=K.min.x,he=K.min.y,be=K.isBox3?K.min.z:0;else{let Se=Math.pow(2,-$);Ft=Math.floor(ze.width*Se),It=Math.floor(ze.height*Se),w.isDataArrayTexture?Ot=ze.depth:w.isData3DTexture?Ot=Math.floor(ze.depth*Se):Ot=1,Zt=0,he=0,be=0}Y!==null?(Yt=Y.x,we=Y.y,nn=Y.z):(Yt=0,we=0,nn=0);let Ve=St.convert(k.format),_n=St.convert(k.type),Gt;k.isData3DTexture?(Qt.setTexture3D(k,0),Gt=F.TEXTURE_3D):k.isDataArrayTexture||k.isCompressedArrayTexture?(Qt.setTexture2DArray(k,0),Gt=F.TEXTURE_2D_ARRAY):(Qt.setTexture2D(k,0),Gt=F.TEXTURE_2D),Et.activeTexture(F.TEXTURE0),Et.pixelStorei(F.UNPACK_FLIP_Y_WEBGL,k.flipY),Et.pixelStorei(F.UNPACK_PREMULTIPLY_ALPHA_WEBGL,k.premultiplyAlpha),Et.pixelStorei(F.UNPACK_ALIGNMENT,k.unpackAlignment);let un=Et.getParameter(F.UNPACK_ROW_LENGTH),Ae=Et.getParameter(F.UNPACK_IMAGE_HEIGHT),ps=Et.getParameter(F.UNPACK_SKIP_PIXELS),dn=Et.getParameter(F.UNPACK_SKIP_ROWS),Gr=Et.getParameter(F.UNPACK_SKIP_IMAGES);Et.pixelStorei(F.UNPACK_ROW_LENGTH,ze.width),Et.pixelStorei(F.UNPACK_IMAGE_HEIGHT,ze.height),Et.pixelStorei(F.UNPACK_SKIP_PIXELS,Zt),Et.pixelStorei(F.UNPACK_SKIP_ROWS,he),Et.pixelStorei(F.UNPACK_SKIP_IMAGES,be);let Ji=w.isDataArrayTexture||w.isData3DTexture,ms=k.isDataArrayTexture||k.isData3DTexture;if(w.isDepthTexture){let Se=$t.get(w),on=$t.get(k),Wn=$t.get(Se.__renderTarget),He=$t.get(on.__renderTarget);Et.bindFramebuffer(F.READ_FRAMEBUFFER,Wn.__webglFramebuffer),Et.bindFramebuffer(F.DRAW_FRAMEBUFFER,He.__webglFramebuffer);for(let fn=0;fn<Ot;fn++)Ji&&(F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,$t.get(w).__webglTexture,$,be+fn),F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,$t.get(k).__webglTexture,Pt,nn+fn)),F.blitFramebuffer(Zt,he,Zt+Ft,he+It,Yt,we,Yt+Ft,we+It,F.DEPTH_BUFFER_BIT,F.NEAREST);Et.bindFramebuffer(F.READ_FRAMEBUFFER,null),Et.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else if($!==0||w.isRenderTargetTexture||$t.has(w)){let Se=$t.get(w),on=$t.get(k);Et.bindFramebuffer(F.READ_FRAMEBUFFER,N),Et.bindFramebuffer(F.DRAW_FRAMEBUFFER,H);for(let Wn=0;Wn<Ot;Wn++)Ji?F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,Se.__webglTexture,$,be+Wn):F.framebufferTexture2D(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,Se.__webglTexture,$),ms?F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,on.__webglTexture,Pt,nn+Wn):F.framebufferTexture2D(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,on.__webglTexture,Pt),$!==0?F.blitFramebuffer(Zt,he,Zt+Ft,he+It,Yt,we,Yt+Ft,we+It,F.COLOR_BUFFER_BIT,F.NEAREST):ms?F.copyTexSubImage3D(Gt,Pt,Yt,we,nn+Wn,Zt,he,Ft,It):F.copyTexSubImage2D(Gt,Pt,Yt,we,Zt,he,Ft,It);Et.bindFramebuffer(F.READ_FRAMEBUFFER,null),Et.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else ms?w.isDataTexture||w.isData3DTexture?F.texSubImage3D(Gt,Pt,Yt,we,nn,Ft,It,Ot,Ve,_n,ze.data):k.isCompressedArrayTexture?F.compressedTexSubImage3D(Gt,Pt,Yt,we,nn,Ft,It,Ot,Ve,ze.data):F.texSubImage3D(Gt,Pt,Yt,we,nn,Ft,It,Ot,Ve,_n,ze):w.isDataTexture?F.texSubImage2D(F.TEXTURE_2D,Pt,Yt,we,Ft,It,Ve,_n,ze.data):w.isCompressedTexture?F.compressedTexSubImage2D(F.TEXTURE_2D,Pt,Yt,we,ze.width,ze.height,Ve,ze.data):F.texSubImage2D(F.TEXTURE_2D,Pt,Yt,we,Ft,It,Ve,_n,ze);Et.pixelStorei(F.UNPACK_ROW_LENGTH,un),Et.pixelStorei(F.UNPACK_IMAGE_HEIGHT,Ae),Et.pixelStorei(F.UNPACK_SKIP_PIXELS,ps),Et.pixelStorei(F.UNPACK_SKIP_ROWS,dn),Et.pixelStorei(F.UNPACK_SKIP_IMAGES,Gr),Pt===0&&k.generateMipmaps===!0&&k.mipmapsAutoUpdate===!0&&F.generateMipmap(Gt),Et.unbindTexture()},this.initRenderTarget=function(w){$t.get(w).__webglFramebuffer===void 0&&Qt.setupRenderTarget(w)},this.initTexture=function(w){w.isCubeTexture?Qt.setTextureCube(w,0):w.isData3DTexture?Qt.setTexture3D(w,0):w.isDataArrayTexture||w.isCompressedArrayTexture?Qt.setTexture2DArray(w,0):Qt.setTexture2D(w,0),Et.unbindTexture()},this.resetState=function(){q=0,V=0,ct=null,Et.reset(),Rt.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return bi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorSpace=Re._getDrawingBufferColorSpace(t),e.unpackColorSpace=Re._getUnpackColorSpace()}};var Lg=new Cn,Ph=new R,Lo=class extends Xa{constructor(){super(),this.isLineSegmentsGeometry=!0,this.type="LineSegmentsGeometry";let t=[-1,2,0,1,2,0,-1,1,0,1,1,0,-1,0,0,1,0,0,-1,-1,0,1,-1,0],e=[-1,2,1,2,-1,1,1,1,-1,-1,1,-1,-1,-2,1,-2],n=[0,2,1,2,3,1,2,4,3,4,5,3,4,6,5,6,7,5];this.setIndex(n),this.setAttribute("position",new _e(t,3)),this.setAttribute("uv",new _e(e,2))}applyMatrix4(t){let e=this.attributes.instanceStart,n=this.attributes.instanceEnd;return e!==void 0&&(e.applyMatrix4(t),n.applyMatrix4(t),e.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}setPositions(t){let e;t instanceof Float32Array?e=t:Array.isArray(t)&&(e=new Float32Array(t));let n=new Qs(e,6,1);return this.setAttribute("instanceStart",new Fi(n,3,0)),this.setAttribute("instanceEnd",new Fi(n,3,3)),this.instanceCount=this.attributes.instanceStart.count,this.computeBoundingBox(),this.computeBoundingSphere(),this}setColors(t){let e;t instanceof Float32Array?e=t:Array.isArray(t)&&(e=new Float32Array(t));let n=new Qs(e,6,1);return this.setAttribute("instanceColorStart",new Fi(n,3,0)),this.setAttribute("instanceColorEnd",new Fi(n,3,3)),this}fromWireframeGeometry(t){return this.setPositions(t.attributes.position.array),this}fromEdgesGeometry(t){return this.setPositions(t.attributes.position.array),this}fromMesh(t){return this.fromWireframeGeometry(new Oa(t.geometry)),this}fromLineSegments(t){let e=t.geometry;return this.setPositions(e.attributes.position.array),this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Cn);let t=this.attributes.instanceStart,e=this.attributes.instanceEnd;t!==void 0&&e!==void 0&&(this.boundingBox.setFromBufferAttribute(t),Lg.setFromBufferAttribute(e),this.boundingBox.union(Lg))}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Ui),this.boundingBox===null&&this.computeBoundingBox();let t=this.attributes.instanceStart,e=this.attributes.instanceEnd;if(t!==void 0&&e!==void 0){let n=this.boundingSphere.center;this.boundingBox.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)Ph.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(Ph)),Ph.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(Ph));this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&console.error("THREE.LineSegmentsGeometry.computeBoundingSphere(): Computed radius is NaN. The instanced position data is likely to have NaN values.",this)}}toJSON(){}};Ut.line={worldUnits:{value:1},linewidth:{value:1},resolution:{value:new pt},dashOffset:{value:0},dashScale:{value:1},dashSize:{value:1},gapSize:{value:1}};ti.line={uniforms:il.merge([Ut.common,Ut.fog,Ut.line]),vertexShader:`
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
		`};var Vi=class extends Ei{constructor(t){super({type:"LineMaterial",uniforms:il.clone(ti.line.uniforms),vertexShader:ti.line.vertexShader,fragmentShader:ti.line.fragmentShader,clipping:!0}),this.isLineMaterial=!0,this.setValues(t)}get color(){return this.uniforms.diffuse.value}set color(t){this.uniforms.diffuse.value=t}get worldUnits(){return"WORLD_UNITS"in this.defines}set worldUnits(t){t===!0!==this.worldUnits&&(this.needsUpdate=!0),t===!0?this.defines.WORLD_UNITS="":delete this.defines.WORLD_UNITS}get linewidth(){return this.uniforms.linewidth.value}set linewidth(t){this.uniforms.linewidth&&(this.uniforms.linewidth.value=t)}get dashed(){return"USE_DASH"in this.defines}set dashed(t){t===!0!==this.dashed&&(this.needsUpdate=!0),t===!0?this.defines.USE_DASH="":delete this.defines.USE_DASH}get dashScale(){return this.uniforms.dashScale.value}set dashScale(t){this.uniforms.dashScale.value=t}get dashSize(){return this.uniforms.dashSize.value}set dashSize(t){this.uniforms.dashSize.value=t}get dashOffset(){return this.uniforms.dashOffset.value}set dashOffset(t){this.uniforms.dashOffset.value=t}get gapSize(){return this.uniforms.gapSize.value}set gapSize(t){this.uniforms.gapSize.value=t}get opacity(){return this.uniforms.opacity.value}set opacity(t){this.uniforms&&(this.uniforms.opacity.value=t)}get resolution(){return this.uniforms.resolution.value}set resolution(t){this.uniforms.resolution.value.copy(t)}get alphaToCoverage(){return"USE_ALPHA_TO_COVERAGE"in this.defines}set alphaToCoverage(t){this.defines&&(t===!0!==this.alphaToCoverage&&(this.needsUpdate=!0),t===!0?this.defines.USE_ALPHA_TO_COVERAGE="":delete this.defines.USE_ALPHA_TO_COVERAGE)}};var rf=new Be,Dg=new R,Ng=new R,Nn=new Be,Un=new Be,ls=new Be,of=new R,af=new Ie,Fn=new As,Ug=new R,Ih=new Cn,Lh=new Ui,cs=new Be,hs,Pr;function Fg(i,t,e){return cs.set(0,0,-t,1).applyMatrix4(i.projectionMatrix),cs.multiplyScalar(1/cs.w),cs.x=Pr/e.width,cs.y=Pr/e.height,cs.applyMatrix4(i.projectionMatrixInverse),cs.multiplyScalar(1/cs.w),Math.abs(Math.max(cs.x,cs.y))}function uw(i,t){let e=i.matrixWorld,n=i.geometry,s=n.attributes.instanceStart,r=n.attributes.instanceEnd,o=Math.min(n.instanceCount,s.count);for(let a=0,l=o;a<l;a++){Fn.start.fromBufferAttribute(s,a),Fn.end.fromBufferAttribute(r,a),Fn.applyMatrix4(e);let c=new R,h=new R;hs.distanceSqToSegment(Fn.start,Fn.end,h,c),h.distanceTo(c)<Pr*.5&&t.push({point:h,pointOnLine:c,distance:hs.origin.distanceTo(h),object:i,face:null,faceIndex:a,uv:null,uv1:null})}}function dw(i,t,e){let n=t.projectionMatrix,r=i.material.resolution,o=i.matrixWorld,a=i.geometry,l=a.attributes.instanceStart,c=a.attributes.instanceEnd,h=Math.min(a.instanceCount,l.count),u=-t.near;hs.at(1,ls),ls.w=1,ls.applyMatrix4(t.matrixWorldInverse),ls.applyMatrix4(n),ls.multiplyScalar(1/ls.w),ls.x*=r.x/2,ls.y*=r.y/2,ls.z=0,of.copy(ls),af.multiplyMatrices(t.matrixWorldInverse,o);for(let d=0,f=h;d<f;d++){if(Nn.fromBufferAttribute(l,d),Un.fromBufferAttribute(c,d),Nn.w=1,Un.w=1,Nn.applyMatrix4(af),Un.applyMatrix4(af),Nn.z>u&&Un.z>u)continue;if(Nn.z>u){let E=Nn.z-Un.z,S=(Nn.z-u)/E;Nn.lerp(Un,S)}else if(Un.z>u){let E=Un.z-Nn.z,S=(Un.z-u)/E;Un.lerp(Nn,S)}Nn.applyMatrix4(n),Un.applyMatrix4(n),Nn.multiplyScalar(1/Nn.w),Un.multiplyScalar(1/Un.w),Nn.x*=r.x/2,Nn.y*=r.y/2,Un.x*=r.x/2,Un.y*=r.y/2,Fn.start.copy(Nn),Fn.start.z=0,Fn.end.copy(Un),Fn.end.z=0;let _=Fn.closestPointToPointParameter(of,!0);Fn.at(_,Ug);let p=nl.lerp(Nn.z,Un.z,_),g=p>=-1&&p<=1,v=of.distanceTo(Ug)<Pr*.5;if(g&&v){Fn.start.fromBufferAttribute(l,d),Fn.end.fromBufferAttribute(c,d),Fn.start.applyMatrix4(o),Fn.end.applyMatrix4(o);let E=new R,S=new R;hs.distanceSqToSegment(Fn.start,Fn.end,S,E),e.push({point:S,pointOnLine:E,distance:hs.origin.distanceTo(S),object:i,face:null,faceIndex:d,uv:null,uv1:null})}}}var Dh=class extends je{constructor(t=new Lo,e=new Vi({color:Math.random()*16777215})){super(t,e),this.isLineSegments2=!0,this.type="LineSegments2"}computeLineDistances(){let t=this.geometry,e=t.attributes.instanceStart,n=t.attributes.instanceEnd,s=new Float32Array(2*e.count);for(let o=0,a=0,l=e.count;o<l;o++,a+=2)Dg.fromBufferAttribute(e,o),Ng.fromBufferAttribute(n,o),s[a]=a===0?0:s[a-1],s[a+1]=s[a]+Dg.distanceTo(Ng);let r=new Qs(s,2,1);return t.setAttribute("instanceDistanceStart",new Fi(r,1,0)),t.setAttribute("instanceDistanceEnd",new Fi(r,1,1)),this}raycast(t,e){let n=this.material.worldUnits,s=t.camera;if(s===null&&!n&&console.error('LineSegments2: "Raycaster.camera" needs to be set in order to raycast against LineSegments2 while worldUnits is set to false.'),n===!1&&(this.material.resolution.x===0||this.material.resolution.y===0))return;let r=t.params.Line2!==void 0&&t.params.Line2.threshold||0;hs=t.ray;let o=this.matrixWorld,a=this.geometry,l=this.material;Pr=l.linewidth+r,a.boundingSphere===null&&a.computeBoundingSphere(),Lh.copy(a.boundingSphere).applyMatrix4(o);let c;if(n)c=Pr*.5;else{let u=Math.max(s.near,Lh.distanceToPoint(hs.origin));c=Fg(s,u,l.resolution)}if(Lh.radius+=c,hs.intersectsSphere(Lh)===!1)return;a.boundingBox===null&&a.computeBoundingBox(),Ih.copy(a.boundingBox).applyMatrix4(o);let h;if(n)h=Pr*.5;else{let u=Math.max(s.near,Ih.distanceToPoint(hs.origin));h=Fg(s,u,l.resolution)}Ih.expandByScalar(h),hs.intersectsBox(Ih)!==!1&&(n?uw(this,e):dw(this,s,e))}onBeforeRender(t){let e=this.material.uniforms;e&&e.resolution&&(t.getViewport(rf),this.material.uniforms.resolution.value.set(rf.z,rf.w))}};var Ls=class extends Lo{constructor(){super(),this.isLineGeometry=!0,this.type="LineGeometry"}setPositions(t){let e=t.length-3,n=new Float32Array(2*e);for(let s=0;s<e;s+=3)n[2*s]=t[s],n[2*s+1]=t[s+1],n[2*s+2]=t[s+2],n[2*s+3]=t[s+3],n[2*s+4]=t[s+4],n[2*s+5]=t[s+5];return super.setPositions(n),this}setColors(t){let e=t.length-3,n=new Float32Array(2*e);for(let s=0;s<e;s+=3)n[2*s]=t[s],n[2*s+1]=t[s+1],n[2*s+2]=t[s+2],n[2*s+3]=t[s+3],n[2*s+4]=t[s+4],n[2*s+5]=t[s+5];return super.setColors(n),this}setFromPoints(t){let e=t.length-1,n=new Float32Array(6*e);for(let s=0;s<e;s++)n[6*s]=t[s].x,n[6*s+1]=t[s].y,n[6*s+2]=t[s].z||0,n[6*s+3]=t[s+1].x,n[6*s+4]=t[s+1].y,n[6*s+5]=t[s+1].z||0;return super.setPositions(n),this}fromLine(t){let e=t.geometry;return this.setPositions(e.attributes.position.array),this}};var Ir=class extends Dh{constructor(t=new Ls,e=new Vi({color:Math.random()*16777215})){super(t,e),this.isLine2=!0,this.type="Line2"}};var fw=i=>{let t=atob(i),e=new Uint8Array(t.length);for(let n=0;n<t.length;n++)e[n]=t.charCodeAt(n);return e},pw=async i=>{let t=new Blob([i]).stream().pipeThrough(new DecompressionStream("deflate"));return new Uint8Array(await new Response(t).arrayBuffer())},mw=(i,t,e)=>{let n=t*e,s=new Uint32Array(n);for(let r=0;r<n;r++){let o=(i[r]|i[n+r]<<8|i[2*n+r]<<16|i[3*n+r]<<24)>>>0,a=o>>>1^-(o&1);s[r]=a+(r>=e?s[r-e]:0)}return new Float32Array(s.buffer)},gw=(i,t,e,n)=>{let s=t*e,r=new Int16Array(s);for(let a=0;a<s;a++){let l=i[a]|i[s+a]<<8;r[a]=(l>>>1^-(l&1))+(a>=e?r[a-e]:0)}let o=(n.length?n:[1]).map(a=>a/32767);return{words:r,factors:o}},lf=class{constructor(t,e){if(Object.assign(this,t),t.type==="double"&&(this.numbers=new Float64Array(e.buffer,0,t.rows*t.width)),t.type==="float"&&(this.numbers=mw(e,t.rows,t.width)),t.type==="short"){let{words:n,factors:s}=gw(e,t.rows,t.width,t.scales);this.words=n,this.factors=s}}at(t,e){let n=t*this.width+e;return this.numbers?this.numbers[n]:this.words[n]*this.factors[e%this.factors.length]}},Uh=i=>i.replace(/%/g,"%25").replace(/\//g,"%2F"),Do=(i,t,e,n)=>{let{width:s,numbers:r,words:o,factors:a}=i,l=t*s,c=r??o,h=a?.length??1;if(e>0)for(let u=0;u<s;u++)n[u]=c[l+u]+e*(c[l+s+u]-c[l+u]);else for(let u=0;u<s;u++)n[u]=c[l+u];if(!r)for(let u=0;u<s;u++)n[u]*=a[h===1?0:u%h];return n},Og=async()=>{let i=JSON.parse(document.getElementById("page").textContent),t=new Map;await Promise.all(i.blocks.map(async(e,n)=>{let s=document.getElementById(`block-${n}`),r=s.textContent;s.remove(),t.set(e.name,new lf(e,await pw(fw(r))))}));for(let e of[i.scene.joints,i.scene.springs,i.scene.couplings])Object.setPrototypeOf(e,null);return i.block=e=>t.get(e),i.channelIndex=new Map(i.channels.map((e,n)=>[e.name,n])),i},Nh=class{constructor(t){this.page=t,this.time=t.block("time.plot").numbers,this.matrix=t.block("channels")}has(t){return this.page.channelIndex.has(t)}unit(t){return this.page.channels[this.page.channelIndex.get(t)].unit}values(t){let e=this.page.channelIndex.get(t),{offset:n}=this.page.channels[e],s=new Float64Array(this.time.length);for(let r=0;r<s.length;r++)s[r]=this.matrix.at(r,e)+(n??0);return s}at(t,e){let n=this.page.channelIndex.get(t);if(n===void 0)return 0;let{time:s,matrix:r}=this,o=this.page.channels[n].offset??0,[a,l]=ll(s,e),c=r.at(a,n);return o+(l>0?c+l*(r.at(a+1,n)-c):c)}},ll=(i,t)=>{let e=0,n=i.length-1;if(n<=0||t<=i[0])return[0,0];if(t>=i[n])return[n,0];for(;n-e>1;){let r=e+n>>1;i[r]<=t?e=r:n=r}let s=i[n]-i[e];return[e,s>0?(t-i[e])/s:0]};var Bh=i=>new Ee().setFromRotationMatrix(new Ie().set(i[0],i[1],i[2],0,i[3],i[4],i[5],0,i[6],i[7],i[8],0,0,0,0,1)),Gi=(i,t)=>({node:t.node,arm:new R(...t.at).sub(i.referencePosition(t.node)),turn:t.triad?Bh(t.triad):t.turn?new Ee(t.turn[1],t.turn[2],t.turn[3],t.turn[0]):new Ee}),Bg=(i,t)=>{i.w<0&&i.set(-i.x,-i.y,-i.z,-i.w);let e=Math.hypot(i.x,i.y,i.z);if(e<1e-12)return i;let n=Math.atan2(e,i.w)*t,s=Math.sin(n)/e;return i.set(i.x*s,i.y*s,i.z*s,Math.cos(n))},hf=class{constructor(t,e){this.node=e.node,this.reference=new R(...e.position),this.back=Bh(e.axes).invert();let n=t.channels.filter(r=>r.pose).map(r=>r.name),s=(r,o)=>o.map(a=>n.indexOf(`${e.name}.${r}.${a}`));this.position=s("position",["x","y","z"]),this.quaternion=e.point?null:s("quaternion",["x","y","z","w"]),this.quaternion?.some(r=>r<0)&&(this.quaternion=null),this.x=this.reference.clone(),this.q=new Ee}update(t,e,n){if(this.position[0]<0)return;let s=(r,o)=>r.map(a=>t.at(o,a));this.x.fromArray(s(this.position,e)),n>0&&this.x.lerp(new R(...s(this.position,e+1)),n),this.quaternion&&(this.q.fromArray(s(this.quaternion,e)),n>0&&this.q.slerp(new Ee(...s(this.quaternion,e+1)),n),this.q.multiply(this.back).normalize())}},uf=class{constructor(t,e){let n=s=>t.block(`beams/${Uh(e.name)}/${s}`);this.beam=e,this.count=e.nodes,this.firstNode=e.first_node,this.span=n("span").numbers,this.reference=n("reference_position").numbers,this.referenceTurn=kg(n("reference_quaternion")),this.stationTurn=kg(n("station_quaternion")),this.positions=n("position"),this.turns=n("quaternion"),this.force=n("force"),this.strain=n("strain"),this.x=new Float32Array(this.reference),this.q=new Float32Array(this.referenceTurn)}update(t,e){if(!this.positions)return;let{x:n,q:s,positions:r,turns:o,count:a}=this;Do(r,t,e,n);let{words:l,width:c}=o;for(let h=0;h<a;h++){let u=t*c+4*h,d=l[u],f=l[u+1],m=l[u+2],_=l[u+3];if(e>0){let g=u+c,E=d*l[g]+f*l[g+1]+m*l[g+2]+_*l[g+3]<0?-e:e;d+=E*l[g]-e*d,f+=E*l[g+1]-e*f,m+=E*l[g+2]-e*m,_+=E*l[g+3]-e*_}let p=1/Math.sqrt(d*d+f*f+m*m+_*_||1);s[4*h]=f*p,s[4*h+1]=m*p,s[4*h+2]=_*p,s[4*h+3]=d*p}}},kg=i=>{let t=new Float32Array(i.rows*i.width);for(let e=0;e<t.length;e+=4)for(let n=0;n<4;n++)t[e+(n+3)%4]=i.numbers[e+n];return t},Hi=new R,No=new R,Fh=new As,cf=new Ee,Uo=new Ee,_w=new Ee().setFromRotationMatrix(new Ie().set(0,0,1,0,1,0,0,0,0,1,0,0,0,0,0,1)),Oh=class{constructor(t){this.page=t,this.geometry=t.geometry,this.times=t.block("time.frames").numbers,this.poses=t.block("poses"),this.bodies=(this.geometry.bodies??[]).map(e=>new hf(t,e)),this.beams=(this.geometry.beams??[]).map(e=>new uf(t,e)),this.bodyOf=new Map(this.bodies.map(e=>[e.node,e])),this.exaggeration={factor:1,from:"written"},this.mode=null,this.modes=xw(t),this.setTime(this.times[0])}get start(){return this.times[0]}get end(){return this.times[this.times.length-1]}beamOf(t){return this.beams.find(e=>t>=e.firstNode&&t<e.firstNode+e.count)}referencePosition(t){if(this.bodyOf.has(t))return this.bodyOf.get(t).reference.clone();let e=this.beamOf(t);return e?new R().fromArray(e.reference,3*(t-e.firstNode)):new R}setTime(t){this.time=t;let[e,n]=ll(this.times,t);this.frame=e+n;for(let s of this.bodies)s.update(this.poses,e,n);for(let s of this.beams)s.update(e,n);this.mode?this.addMode():this.exaggeration.factor!==1&&this.exaggerate()}refresh(){this.setTime(this.time)}exaggerate(){let{factor:t,from:e}=this.exaggeration;if(e==="written")for(let n of this.bodies)n.x.sub(n.reference).multiplyScalar(t).add(n.reference),Bg(n.q,t);for(let n of this.beams){let s=this.rigidMotion(n,e);for(let r=0;r<n.count;r++)Hi.fromArray(n.reference,3*r).sub(s.from).applyQuaternion(s.turn).add(s.to),No.fromArray(n.x,3*r).sub(Hi).multiplyScalar(t).add(Hi).toArray(n.x,3*r),Uo.fromArray(n.referenceTurn,4*r).premultiply(s.turn),cf.fromArray(n.q,4*r).multiply(Uo.clone().invert()),Bg(cf,t).multiply(Uo).toArray(n.q,4*r)}}rigidMotion(t,e){let n=t.count-1,s={from:new R,to:new R,turn:new Ee};return e==="written"||(s.from.fromArray(t.reference,0),s.to.fromArray(t.x,0),s.turn.fromArray(t.q,0).multiply(new Ee().fromArray(t.referenceTurn,0).invert()),e==="start")||(Hi.fromArray(t.reference,3*n).sub(s.from).applyQuaternion(s.turn),No.fromArray(t.x,3*n).sub(s.to),Hi.length()>1e-9&&No.length()>1e-9&&s.turn.premultiply(new Ee().setFromUnitVectors(Hi.normalize(),No.normalize()))),s}addMode(){let{index:t,phase:e,amplitude:n}=this.mode,{nodes:s,displacement:r,rotation:o}=this.modes,a=n/this.modes.largest[t],l=Math.cos(e)*a,c=-Math.sin(e)*a,h=(d,f,m)=>{let _=(t*s+f)*2;return m.set(...[0,1,2].map(p=>l*d.at(_,p)+c*d.at(_+1,p)))},u=d=>{let f=d.length();return cf.setFromAxisAngle(f>0?d.divideScalar(f):d.set(1,0,0),f)};for(let d of this.bodies)d.x.add(h(r,d.node,Hi)),d.q.premultiply(u(h(o,d.node,Hi)));for(let d of this.beams)for(let f=0;f<d.count;f++)No.fromArray(d.x,3*f).add(h(r,d.firstNode+f,Hi)).toArray(d.x,3*f),Uo.fromArray(d.q,4*f).premultiply(u(h(o,d.firstNode+f,Hi))).toArray(d.q,4*f)}node(t,e,n){let s=this.bodyOf.get(t);if(s){e.copy(s.x),n.copy(s.q);return}let r=this.beamOf(t);if(!r){e.set(0,0,0),n.identity();return}let o=t-r.firstNode;e.fromArray(r.x,3*o),n.fromArray(r.q,4*o).multiply(Uo.fromArray(r.referenceTurn,4*o).invert())}alongTrack(t,e,n){let s=1/0;for(let r of this.beams)if(t.includes(r.beam.name))for(let o=0;o+1<r.count;o++){Fh.start.fromArray(r.x,3*o),Fh.end.fromArray(r.x,3*o+3);let a=Fh.closestPointToPointParameter(e,!0),l=Fh.at(a,No).distanceToSquared(e);l>=s||(s=l,n.fromArray(r.q,4*o).slerp(Uo.fromArray(r.q,4*o+4),a).multiply(_w))}}place(t,e,n){this.node(t.node,e,n),e.add(Hi.copy(t.arm).applyQuaternion(n)),n.multiply(t.turn)}},xw=i=>{let t=i.block("modes/frequency");if(!t)return null;let e=t.rows*t.width,n=i.block("modes/displacement"),s=i.block("modes/rotation"),r=n.rows/e/2,o=l=>Array.from({length:e},(c,h)=>l.numbers[h]),a=o(t).map((l,c)=>{let h=0;for(let u=0;u<2*r;u++){let d=c*2*r+u;h=Math.max(h,Math.hypot(n.at(d,0),n.at(d,1),n.at(d,2)))}return h||1});return{count:e,nodes:r,displacement:n,rotation:s,largest:a,frequency:o(t),damping:o(i.block("modes/damping"))}};var xe=i=>{if(i===null||!Number.isFinite(i))return"\u2013";if(i===0||Math.abs(i)<1e-300)return"0";let t=Math.abs(i);return t>=.001&&t<1e5?String(Number(i.toPrecision(4))):i.toExponential(3).replace(/\.?0+e/,"e").replace("e+","e")};var yw=new R(0,0,1),Wi=(i,t={})=>new rs({color:i,roughness:.55,metalness:.08,...t}),vw=i=>(i.castShadow=!0,i),cl=(i,t)=>(i.quaternion.setFromUnitVectors(yw,t.clone().normalize()),i),ff=class extends Ln{constructor(t,e,n){super(),Object.assign(this,{radius:t,length:e,turns:n})}getPoint(t,e=new R){let n=2*Math.PI*this.turns*t;return e.set(this.radius*Math.cos(n),this.radius*Math.sin(n),(t-.5)*this.length)}},zg=i=>Array.from({length:i.length/2},(t,e)=>new pt(i[2*e],i[2*e+1])),Vg=(i,t)=>{let e=new xr(zg(i));return t&&e.holes.push(new _r(zg(t))),e},df=i=>i.rotateX(Math.PI/2),Sw={box:([i,t,e])=>new Zs(i,t,e),ball:([i])=>new Sr(i,28,20),cylinder:([i,t])=>df(new Ts(i,i,t,36)),bar:([i,t])=>df(new wa(i,t,8,20)),sleeve:([i,t])=>df(new Ts(i,i,t,32,1,!0)),ring:([i,t])=>new Fa(i,t,12,36),helix:([i,t,e,n])=>new Mr(new ff(i,t,e),Math.ceil(e*20),n,8),prism:([i],t,e)=>i>0?new Na(Vg(t,e),{depth:i,bevelEnabled:!1}).translate(0,0,-i/2):new Ua(Vg(t,e))},Hg=i=>{let t={metal:{metalness:.45,roughness:.4},joint:{metalness:.25,roughness:.45},ground:{roughness:.9},sleeve:{metalness:.4,roughness:.4,side:Dn,transparent:!0},spring:{metalness:.35,roughness:.45},glass:{transparent:!0,depthWrite:!1}};return Object.fromEntries(Object.entries(i).map(([e,{color:n,opacity:s}])=>[e,Wi(n,{...t[e],opacity:s})]))},Ds=(i,t,e)=>{let n=new Ge,s=e?.clone();s&&Object.assign(s,{transparent:!0,opacity:.35,side:Dn,depthWrite:!1});let r={...t,own:e,"own-glass":s};for(let{kind:o,paint:a,size:l,at:c,turn:h,corners:u,hole:d}of i){let f=vw(new je(Sw[o](l,u,d),r[a]));f.position.set(...c),f.quaternion.set(h[1],h[2],h[3],h[0]),n.add(f)}return n};var kh=i=>`${(i.terms??[]).map(({joint:e,coordinate:n,factor:s},r)=>{let o=Math.abs(s)===1?"":`${xe(Math.abs(s))}\u2009`;return`${s<0?"\u2212":r?"+":""}${r?" ":""}${o}${e}.${n}`}).join(" ")} ${i.laws?.length?`= ${i.name}.sum`:`= ${xe(i.value??0)}`}`,pf=(i,t="#a678c8")=>{let e=new Vi({color:t,linewidth:2,dashed:!0,dashSize:1,gapSize:1}),n=new Ir(new Ls,e);n.frustumCulled=!1;let s=i.map(()=>new R),r=new R;return{object:n,anchor:o=>o.copy(r),update:()=>{i.forEach((a,l)=>a(s[l]));let o=s.slice(1).reduce((a,l,c)=>a+l.distanceTo(s[c]),0);r.copy(s[0]).lerp(s[s.length-1],.5),n.visible=o>0,n.visible&&(n.geometry.setPositions(s.flatMap(a=>a.toArray())),e.dashSize=e.gapSize=o/41,n.computeLineDistances())}}},Gg=(i,t,e,n)=>{let s={kind:"joint",name:t.name,type:t.type},r=i.page.scene.couplings[t.name];if(!r)return n.length>1?{...s,...pf(n)}:{...s,object:new Ge,update:()=>{}};let o=new Ge,a=r.wheels.map(({color:c,frame:h,pieces:u})=>({frame:Gi(i,h),look:Ds(u,e.paint,Wi(c,{metalness:.2,roughness:.45}))}));o.add(...a.map(c=>c.look));let l=Gi(i,r.contact);return{...s,object:o,anchor:c=>(i.place(l,c,new Ee),c),update:()=>a.forEach(({frame:c,look:h})=>i.place(c,h.position,h.quaternion))}};var lt=(i,t={},...e)=>{let n=document.createElement(i);for(let[s,r]of Object.entries(t))r!==void 0&&r!==!1&&n.setAttribute(s,r===!0?"":r);return n.append(...e),n},bw={play:"M7 4l13 8-13 8z",pause:"M7 4h4v16H7zM14 4h4v16h-4z",first:"M6 5v14M19 5l-10 7 10 7z",back:"M18 5L8 12l10 7z",next:"M6 5l10 7-10 7z",loop:"M17 3l3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4",camera:"M4 8h3l2-3h6l2 3h3v11H4zM12 17a4 4 0 1 0 0-8 4 4 0 0 0 0 8",theme:"M12 4a8 8 0 1 0 8 8 6 6 0 0 1-8-8",help:"M9.5 9a2.6 2.6 0 1 1 3.6 2.4c-.8.4-1.1.9-1.1 1.8M12 17v.2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18",plot:"M4 4v16h16M7 15l4-5 3 3 5-7",tree:"M5 5h6M5 12h6M5 19h6M15 5h4M15 12h4M15 19h4",eye:"M2 12s4-6 10-6 10 6 10 6-4 6-10 6S2 12 2 12zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5",hidden:"M4 4l16 16M9 6.5A10 10 0 0 1 12 6c6 0 10 6 10 6a17 17 0 0 1-3 3.4M6 8a17 17 0 0 0-4 4s4 6 10 6c1 0 2-.2 3-.5"},Fo=i=>{let t=document.createElementNS("http://www.w3.org/2000/svg","svg");t.setAttribute("viewBox","0 0 24 24");let e=document.createElementNS("http://www.w3.org/2000/svg","path");return e.setAttribute("d",bw[i]),t.append(e),["play","pause","back","next"].includes(i)&&t.classList.add("solid"),t},ei=(i,t,e,n)=>{let s=lt("button",{class:"icon",title:t,"aria-label":t,id:n},Fo(i));return s.addEventListener("click",e),s};var ww="uplot",Ew="u-hz",Tw="u-vt",Aw="u-title",Rw="u-wrap",Cw="u-under",Pw="u-over",Iw="u-axis",Nr="u-off",Lw="u-select",Dw="u-cursor-x",Nw="u-cursor-y",Uw="u-cursor-pt",Fw="u-legend",Ow="u-live",Bw="u-inline",kw="u-series",zw="u-marker",Wg="u-label",Vw="u-value",ul="width",dl="height";var Xg="bottom",Oo="left",mf="right",Lf="#000",qg=Lf+"0",gf="mousemove",Yg="mousedown",_f="mouseup",$g="mouseenter",Zg="mouseleave",Jg="dblclick",Hw="resize",Gw="scroll",Kg="change",Wh="dppxchange",Df="--",Wo=typeof window<"u",Mf=Wo?document:null,ko=Wo?window:null,Ww=Wo?navigator:null,Ne,zh;function bf(){let i=devicePixelRatio;Ne!=i&&(Ne=i,zh&&Ef(Kg,zh,bf),zh=matchMedia(`(min-resolution: ${Ne-.001}dppx) and (max-resolution: ${Ne+.001}dppx)`),Ur(Kg,zh,bf),ko.dispatchEvent(new CustomEvent(Wh)))}function _i(i,t){if(t!=null){let e=i.classList;!e.contains(t)&&e.add(t)}}function wf(i,t){let e=i.classList;e.contains(t)&&e.remove(t)}function Qe(i,t,e){i.style[t]=e+"px"}function Xi(i,t,e,n){let s=Mf.createElement(i);return t!=null&&_i(s,t),e?.insertBefore(s,n),s}function Ti(i,t){return Xi("div",i,t)}var jg=new WeakMap;function us(i,t,e,n,s){let r="translate("+t+"px,"+e+"px)",o=jg.get(i);r!=o&&(i.style.transform=r,jg.set(i,r),t<0||e<0||t>n||e>s?_i(i,Nr):wf(i,Nr))}var Qg=new WeakMap;function t0(i,t,e){let n=t+e,s=Qg.get(i);n!=s&&(Qg.set(i,n),i.style.background=t,i.style.borderColor=e)}var e0=new WeakMap;function n0(i,t,e,n){let s=t+""+e,r=e0.get(i);s!=r&&(e0.set(i,s),i.style.height=e+"px",i.style.width=t+"px",i.style.marginLeft=n?-t/2+"px":0,i.style.marginTop=n?-e/2+"px":0)}var Nf={passive:!0},Xw={...Nf,capture:!0};function Ur(i,t,e,n){t.addEventListener(i,e,n?Xw:Nf)}function Ef(i,t,e,n){t.removeEventListener(i,e,Nf)}Wo&&bf();function qi(i,t,e,n){let s;e=e||0,n=n||t.length-1;let r=n<=2147483647;for(;n-e>1;)s=r?e+n>>1:xi((e+n)/2),t[s]<i?e=s:n=s;return i-t[e]<=t[n]-i?e:n}function P0(i){return(e,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(e[a])){r=a;break}for(let a=s;a>=n;a--)if(i(e[a])){o=a;break}return[r,o]}}var I0=i=>i!=null,L0=i=>i!=null&&i>0,Yh=P0(I0),qw=P0(L0);function Yw(i,t,e,n=0,s=!1){let r=s?qw:Yh,o=s?L0:I0;[t,e]=r(i,t,e);let a=i[t],l=i[t];if(t>-1)if(n==1)a=i[t],l=i[e];else if(n==-1)a=i[e],l=i[t];else for(let c=t;c<=e;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??Xe,l??-Xe]}function $h(i,t,e,n){let s=r0(i),r=r0(t);i==t&&(s==-1?(i*=e,t/=e):(i/=e,t*=e));let o=e==10?Ns:D0,a=s==1?xi:Ai,l=r==1?Ai:xi,c=a(o(Sn(i))),h=l(o(Sn(t))),u=zo(e,c),d=zo(e,h);return e==10&&(c<0&&(u=qe(u,-c)),h<0&&(d=qe(d,-h))),n||e==2?(i=u*s,t=d*r):(i=O0(i,u),t=Zh(t,d)),[i,t]}function Uf(i,t,e,n){let s=$h(i,t,e,n);return i==0&&(s[0]=0),t==0&&(s[1]=0),s}var Ff=.1,i0={mode:3,pad:Ff},pl={pad:0,soft:null,mode:0},$w={min:pl,max:pl};function Xh(i,t,e,n){return Jh(e)?s0(i,t,e):(pl.pad=e,pl.soft=n?0:null,pl.mode=n?3:0,s0(i,t,$w))}function Le(i,t){return i??t}function Zw(i,t,e){for(t=Le(t,0),e=Le(e,i.length-1);t<=e;){if(i[t]!=null)return!0;t++}return!1}function s0(i,t,e){let n=e.min,s=e.max,r=Le(n.pad,0),o=Le(s.pad,0),a=Le(n.hard,-Xe),l=Le(s.hard,Xe),c=Le(n.soft,Xe),h=Le(s.soft,-Xe),u=Le(n.mode,0),d=Le(s.mode,0),f=t-i,m=Ns(f),_=ni(Sn(i),Sn(t)),p=Ns(_),g=Sn(p-m);(f<1e-24||g>10)&&(f=0,(i==0||t==0)&&(f=1e-24,u==2&&c!=Xe&&(r=0),d==2&&h!=-Xe&&(o=0)));let v=f||_||1e3,E=Ns(v),S=zo(10,xi(E)),C=v*(f==0?i==0?.1:1:r),A=qe(O0(i-C,S/10),24),y=i>=c&&(u==1||u==3&&A<=c||u==2&&A>=c)?c:Xe,T=ni(a,A<y&&i>=y?y:Yi(y,A)),O=v*(f==0?t==0?.1:1:o),L=qe(Zh(t+O,S/10),24),D=t<=h&&(d==1||d==3&&L>=h||d==2&&L<=h)?h:-Xe,z=Yi(l,L>D&&t<=D?D:ni(D,L));return T==z&&T==0&&(z=100),[T,z]}var Jw=new Intl.NumberFormat(Wo?Ww.language:"en-US"),Of=i=>Jw.format(i),yi=Math,Gh=yi.PI,Sn=yi.abs,xi=yi.floor,vn=yi.round,Ai=yi.ceil,Yi=yi.min,ni=yi.max,zo=yi.pow,r0=yi.sign,Ns=yi.log10,D0=yi.log2,Kw=(i,t=1)=>yi.sinh(i)*t,xf=(i,t=1)=>yi.asinh(i/t),Xe=1/0;function o0(i){return(Ns((i^i>>31)-(i>>31))|0)+1}function Tf(i,t,e){return Yi(ni(i,t),e)}function N0(i){return typeof i=="function"}function Ce(i){return N0(i)?i:()=>i}var jw=()=>{},U0=i=>i,F0=(i,t)=>t,Qw=i=>null,a0=i=>!0,l0=(i,t)=>i==t,t1=/\.\d*?(?=9{6,}|0{6,})/gm,Fr=i=>{if(k0(i)||rr.has(i))return i;let t=`${i}`,e=t.match(t1);if(e==null)return i;let n=e[0].length-1;if(t.indexOf("e-")!=-1){let[s,r]=t.split("e");return+`${Fr(s)}e${r}`}return qe(i,n)};function Lr(i,t){return Fr(qe(Fr(i/t))*t)}function Zh(i,t){return Fr(Ai(Fr(i/t))*t)}function O0(i,t){return Fr(xi(Fr(i/t))*t)}function qe(i,t=0){if(k0(i))return i;let e=10**t,n=i*e*(1+Number.EPSILON);return vn(n)/e}var rr=new Map;function B0(i){return((""+i).split(".")[1]||"").length}function gl(i,t,e,n){let s=[],r=n.map(B0);for(let o=t;o<e;o++){let a=Sn(o),l=qe(zo(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,u=(o>=0?0:a)+(o>=r[c]?0:r[c]),d=i==10?h:qe(h,u);s.push(d),rr.set(d,u)}}return s}var ml={},Bf=[],Vo=[null,null],sr=Array.isArray,k0=Number.isInteger,e1=i=>i===void 0;function c0(i){return typeof i=="string"}function Jh(i){let t=!1;if(i!=null){let e=i.constructor;t=e==null||e==Object}return t}function n1(i){return i!=null&&typeof i=="object"}var i1=Object.getPrototypeOf(Uint8Array),z0="__proto__";function Ho(i,t=Jh){let e;if(sr(i)){let n=i.find(s=>s!=null);if(sr(n)||t(n)){e=Array(i.length);for(let s=0;s<i.length;s++)e[s]=Ho(i[s],t)}else e=i.slice()}else if(i instanceof i1)e=i.slice();else if(t(i)){e={};for(let n in i)n!=z0&&(e[n]=Ho(i[n],t))}else e=i;return e}function gn(i){let t=arguments;for(let e=1;e<t.length;e++){let n=t[e];for(let s in n)s!=z0&&(Jh(i[s])?gn(i[s],Ho(n[s])):i[s]=Ho(n[s]))}return i}var s1=0,r1=1,o1=2;function a1(i,t,e){for(let n=0,s,r=-1;n<t.length;n++){let o=t[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<e&&i[s]==null;)i[r=s++]=null}}}function l1(i,t){if(u1(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return d1(o[0])||(o=h1(o)),o}let e=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)e.add(l[h])}let n=[Array.from(e).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],u=Array(s).fill(void 0),d=t?t[o][c]:r1,f=[];for(let m=0;m<h.length;m++){let _=h[m],p=r.get(l[m]);_===null?d!=s1&&(u[p]=_,d==o1&&f.push(p)):u[p]=_}a1(u,f,s),n.push(u)}}return n}var c1=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function h1(i){let t=i[0],e=t.length,n=Array(e);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>t[r]-t[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(e);for(let l=0;l<e;l++)a[l]=o[n[l]];s.push(a)}return s}function u1(i){let t=i[0][0],e=t.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=e)return!1;if(s!=t){for(let r=0;r<e;r++)if(s[r]!=t[r])return!1}}return!0}function d1(i,t=100){let e=i.length;if(e<=1)return!0;let n=0,s=e-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=ni(1,xi((s-n+1)/t));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var V0=["January","February","March","April","May","June","July","August","September","October","November","December"],H0=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function G0(i){return i.slice(0,3)}var f1=H0.map(G0),p1=V0.map(G0),m1={MMMM:V0,MMM:p1,WWWW:H0,WWW:f1};function hl(i){return(i<10?"0":"")+i}function g1(i){return(i<10?"00":i<100?"0":"")+i}var _1={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,t)=>t.MMMM[i.getMonth()],MMM:(i,t)=>t.MMM[i.getMonth()],MM:i=>hl(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>hl(i.getDate()),D:i=>i.getDate(),WWWW:(i,t)=>t.WWWW[i.getDay()],WWW:(i,t)=>t.WWW[i.getDay()],HH:i=>hl(i.getHours()),H:i=>i.getHours(),h:i=>{let t=i.getHours();return t==0?12:t>12?t-12:t},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>hl(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>hl(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>g1(i.getMilliseconds())};function kf(i,t){t=t||m1;let e=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)e.push(s[0][0]=="{"?_1[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}var x1=new Intl.DateTimeFormat().resolvedOptions().timeZone;function y1(i,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+i+i.getTimezoneOffset()*6e4):t==x1?e=i:(e=new Date(i.toLocaleString("en-US",{timeZone:t})),e.setMilliseconds(i.getMilliseconds())),e}var W0=i=>i%1==0,qh=[1,2,2.5,5],v1=gl(10,-32,0,qh),X0=gl(10,0,32,qh),S1=X0.filter(W0),Dr=v1.concat(X0),zf=`
`,q0="{YYYY}",h0=zf+q0,Y0="{M}/{D}",fl=zf+Y0,Vh=fl+"/{YY}",$0="{aa}",M1="{h}:{mm}",Bo=M1+$0,u0=zf+Bo,d0=":{ss}",ke=null;function Z0(i){let t=i*1e3,e=t*60,n=e*60,s=n*24,r=s*30,o=s*365,l=(i==1?gl(10,0,3,qh).filter(W0):gl(10,-3,0,qh)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,q0,ke,ke,ke,ke,ke,ke,1],[s*28,"{MMM}",h0,ke,ke,ke,ke,ke,1],[s,Y0,h0,ke,ke,ke,ke,ke,1],[n,"{h}"+$0,Vh,ke,fl,ke,ke,ke,1],[e,Bo,Vh,ke,fl,ke,ke,ke,1],[t,d0,Vh+" "+Bo,ke,fl+" "+Bo,ke,u0,ke,1],[i,d0+".{fff}",Vh+" "+Bo,ke,fl+" "+Bo,ke,u0,ke,1]];function h(u){return(d,f,m,_,p,g)=>{let v=[],E=p>=o,S=p>=r&&p<o,C=u(m),A=qe(C*i,3),y=yf(C.getFullYear(),E?0:C.getMonth(),S||E?1:C.getDate()),T=qe(y*i,3);if(S||E){let O=S?p/r:0,L=E?p/o:0,D=A==T?A:qe(yf(y.getFullYear()+L,y.getMonth()+O,1)*i,3),z=new Date(vn(D/i)),G=z.getFullYear(),N=z.getMonth();for(let H=0;D<=_;H++){let q=yf(G+L*H,N+O*H,1),V=q-u(qe(q*i,3));D=qe((+q+V)*i,3),D<=_&&v.push(D)}}else{let O=p>=s?s:p,L=xi(m)-xi(A),D=T+L+Zh(A-T,O);v.push(D);let z=u(D),G=z.getHours()+z.getMinutes()/e+z.getSeconds()/n,N=p/n,H=d.axes[f]._space,q=g/H;for(;D=qe(D+p,i==1?0:3),!(D>_);)if(N>1){let V=xi(qe(G+N,6))%24,j=u(D).getHours()-V;j>1&&(j=-1),D-=j*n,G=(G+N)%24;let tt=v[v.length-1];qe((D-tt)/p,3)*q>=.7&&v.push(D)}else v.push(D)}return v}}return[l,c,h]}var[b1,w1,E1]=Z0(1),[T1,A1,R1]=Z0(.001);gl(2,-53,53,[1]);function f0(i,t){return i.map(e=>e.map((n,s)=>s==0||s==8||n==null?n:t(s==1||e[8]==0?n:e[1]+n)))}function p0(i,t){return(e,n,s,r,o)=>{let a=t.find(m=>o>=m[0])||t[t.length-1],l,c,h,u,d,f;return n.map(m=>{let _=i(m),p=_.getFullYear(),g=_.getMonth(),v=_.getDate(),E=_.getHours(),S=_.getMinutes(),C=_.getSeconds(),A=p!=l&&a[2]||g!=c&&a[3]||v!=h&&a[4]||E!=u&&a[5]||S!=d&&a[6]||C!=f&&a[7]||a[1];return l=p,c=g,h=v,u=E,d=S,f=C,A(_)})}}function C1(i,t){let e=kf(t);return(n,s,r,o,a)=>s.map(l=>e(i(l)))}function yf(i,t,e){return new Date(i,t,e)}function m0(i,t){return t(i)}var P1="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function g0(i,t){return(e,n,s,r)=>r==null?Df:t(i(n))}function I1(i,t){let e=i.series[t];return e.width?e.stroke(i,t):e.points.width?e.points.stroke(i,t):null}function L1(i,t){return i.series[t].fill(i,t)}var D1={show:!0,live:!0,isolate:!1,mount:jw,markers:{show:!0,width:2,stroke:I1,fill:L1,dash:"solid"},idx:null,idxs:null,values:[]};function N1(i,t){let e=i.cursor.points,n=Ti(),s=e.size(i,t);Qe(n,ul,s),Qe(n,dl,s);let r=s/-2;Qe(n,"marginLeft",r),Qe(n,"marginTop",r);let o=e.width(i,t,s);return o&&Qe(n,"borderWidth",o),n}function U1(i,t){let e=i.series[t].points;return e._fill||e._stroke}function F1(i,t){let e=i.series[t].points;return e._stroke||e._fill}function O1(i,t){return i.series[t].points.size}var vf=[0,0];function B1(i,t,e){return vf[0]=t,vf[1]=e,vf}function Hh(i,t,e,n=!0){return s=>{s.button==0&&(!n||s.target==t)&&e(s)}}function Sf(i,t,e,n=!0){return s=>{(!n||s.target==t)&&e(s)}}var k1={show:!0,x:!0,y:!0,lock:!1,move:B1,points:{one:!1,show:N1,size:O1,width:0,stroke:F1,fill:U1},bind:{mousedown:Hh,mouseup:Hh,click:Hh,dblclick:Hh,mousemove:Sf,mouseleave:Sf,mouseenter:Sf},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,t,e,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},J0={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},Vf=gn({},J0,{filter:F0}),K0=gn({},Vf,{size:10}),j0=gn({},J0,{show:!1}),Hf='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',Q0="bold "+Hf,t_=1.5,_0={show:!0,scale:"x",stroke:Lf,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Q0,side:2,grid:Vf,ticks:K0,border:j0,font:Hf,lineGap:t_,rotate:0},z1="Value",V1="Time",x0={show:!0,scale:"x",auto:!1,sorted:1,min:Xe,max:-Xe,idxs:[]};function H1(i,t,e,n,s){return t.map(r=>r==null?"":Of(r))}function G1(i,t,e,n,s,r,o){let a=[],l=rr.get(s)||0;e=o?e:qe(Zh(e,s),l);for(let c=e;c<=n;c=qe(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function Af(i,t,e,n,s,r,o){let a=[],l=i.scales[i.axes[t].scale].log,c=l==10?Ns:D0,h=xi(c(e));s=zo(l,h),l==10&&(s=Dr[qi(s,Dr)]);let u=e,d=s*l;l==10&&(d=Dr[qi(d,Dr)]);do a.push(u),u=u+s,l==10&&!rr.has(u)&&(u=qe(u,rr.get(s))),u>=d&&(s=u,d=s*l,l==10&&(d=Dr[qi(d,Dr)]));while(u<=n);return a}function W1(i,t,e,n,s,r,o){let l=i.scales[i.axes[t].scale].asinh,c=n>l?Af(i,t,ni(l,e),n,s):[l],h=n>=0&&e<=0?[0]:[];return(e<-l?Af(i,t,ni(l,-n),-e,s):[l]).reverse().map(d=>-d).concat(h,c)}var e_=/./,X1=/[12357]/,q1=/[125]/,y0=/1/,Rf=(i,t,e,n)=>i.map((s,r)=>t==4&&s==0||r%n==0&&e.test(s.toExponential()[s<0?1:0])?s:null);function Y1(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),u=l(9,o)-h>=c?e_:l(7,o)-h>=c?X1:l(5,o)-h>=c?q1:y0;if(u==y0){let d=Sn(l(1,o)-h);if(d<c)return Rf(t.slice().reverse(),a.distr,u,Ai(c/d)).reverse()}return Rf(t,a.distr,u,1)}function $1(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=r._space,l=i.valToPos,c=Sn(l(1,o)-l(2,o));return c<a?Rf(t.slice().reverse(),3,e_,Ai(a/c)).reverse():t}function Z1(i,t,e,n){return n==null?Df:t==null?"":Of(t)}var v0={show:!0,scale:"y",stroke:Lf,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Q0,side:3,grid:Vf,ticks:K0,border:j0,font:Hf,lineGap:t_,rotate:0};function J1(i,t){let e=3+(i||1)*2;return qe(e*t,3)}function K1(i,t){let{scale:e,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],e,!0),o=i.valToPos(s[n[1]],e,!0),a=Sn(o-r),l=i.series[t],c=a/(l.points.space*Ne);return n[1]-n[0]<=c}var S0={scale:null,auto:!0,sorted:0,min:Xe,max:-Xe},n_=(i,t,e,n,s)=>s,M0={show:!0,auto:!0,sorted:0,gaps:n_,alpha:1,facets:[gn({},S0,{scale:"x"}),gn({},S0,{scale:"y"})]},b0={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:n_,alpha:1,points:{show:K1,filter:null},values:null,min:Xe,max:-Xe,idxs:[],path:null,clip:null};function j1(i,t,e,n,s){return e/10}var i_={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},Q1=gn({},i_,{time:!1,ori:1}),w0={};function s_(i,t){let e=w0[i];return e||(e={key:i,plots:[],sub(n){e.plots.push(n)},unsub(n){e.plots=e.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<e.plots.length;h++)e.plots[h]!=s&&e.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(w0[i]=e)),e}var Go=1,Cf=2;function Or(i,t,e){let n=i.mode,s=i.series[t],r=n==2?i._data[t]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[t],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],u=n==2?o[s.facets[1].scale]:o[s.scale],d=a.left,f=a.top,m=a.width,_=a.height,p=i.valToPosH,g=i.valToPosV;return h.ori==0?e(s,l,c,h,u,p,g,d,f,m,_,jh,Xo,tu,o_,l_):e(s,l,c,h,u,g,p,f,d,_,m,Qh,qo,Xf,a_,c_)}function Gf(i,t){let e=0,n=0,s=Le(i.bands,Bf);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?n|=1:n|=2)}return[e,n==1?-1:n==2?1:n==3?2:0]}function tE(i,t,e,n,s){let r=i.mode,o=i.series[t],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function Us(i,t,e,n,s,r){return Or(i,t,(o,a,l,c,h,u,d,f,m,_,p)=>{let g=o.pxRound,v=c.dir*(c.ori==0?1:-1),E=c.ori==0?Xo:qo,S,C;v==1?(S=e,C=n):(S=n,C=e);let A=g(u(a[S],c,_,f)),y=g(d(l[S],h,p,m)),T=g(u(a[C],c,_,f)),O=g(d(r==1?h.max:h.min,h,p,m)),L=new Path2D(s);return E(L,T,O),E(L,A,O),E(L,A,y),L})}function Kh(i,t,e,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=t==0?tu:Xf,l=e;for(let u=0;u<i.length;u++){let d=i[u];if(d[1]>d[0]){let f=d[0]-l;f>0&&a(o,l,n,f,n+r),l=d[1]}}let c=e+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function eE(i,t,e){let n=i[i.length-1];n&&n[0]==t?n[1]=e:i.push([t,e])}function Wf(i,t,e,n,s,r,o){let a=[],l=i.length;for(let c=s==1?e:n;c>=e&&c<=n;c+=s)if(t[c]===null){let u=c,d=c;if(s==1)for(;++c<=n&&t[c]===null;)d=c;else for(;--c>=e&&t[c]===null;)d=c;let f=r(i[u]),m=d==u?f:r(i[d]),_=u-s;f=o<=0&&_>=0&&_<l?r(i[_]):f;let g=d+s;m=o>=0&&g>=0&&g<l?r(i[g]):m,m>=f&&a.push([f,m])}return a}function E0(i){return i==0?U0:i==1?vn:t=>Lr(t,i)}function r_(i){let t=i==0?jh:Qh,e=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=Yi(c,a/2,l/2),h=Yi(h,a/2,l/2),t(s,r+c,o),e(s,r+a,o,r+a,o+l,c),e(s,r+a,o+l,r,o+l,h),e(s,r,o+l,r,o,h),e(s,r,o,r+a,o,c),s.closePath())}}var jh=(i,t,e)=>{i.moveTo(t,e)},Qh=(i,t,e)=>{i.moveTo(e,t)},Xo=(i,t,e)=>{i.lineTo(t,e)},qo=(i,t,e)=>{i.lineTo(e,t)},tu=r_(0),Xf=r_(1),o_=(i,t,e,n,s,r)=>{i.arc(t,e,n,s,r)},a_=(i,t,e,n,s,r)=>{i.arc(e,t,n,s,r)},l_=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(t,e,n,s,r,o)},c_=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(e,t,s,n,o,r)};function h_(i){return(t,e,n,s,r)=>Or(t,e,(o,a,l,c,h,u,d,f,m,_,p)=>{let{pxRound:g,points:v}=o,E,S;c.ori==0?(E=jh,S=o_):(E=Qh,S=a_);let C=qe(v.width*Ne,3),A=(v.size-v.width)/2*Ne,y=qe(A*2,3),T=new Path2D,O=new Path2D,{left:L,top:D,width:z,height:G}=t.bbox;tu(O,L-y,D-y,z+y*2,G+y*2);let N=H=>{if(l[H]!=null){let q=g(u(a[H],c,_,f)),V=g(d(l[H],h,p,m));E(T,q+A,V),S(T,q,V,A,0,Gh*2)}};if(r)r.forEach(N);else for(let H=n;H<=s;H++)N(H);return{stroke:C>0?T:null,fill:T,clip:O,flags:Go|Cf}})}function u_(i){return(t,e,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(t,e,n),r!=s&&o!=s&&i(t,e,s),i(t,e,o))}}var nE=u_(Xo),iE=u_(qo);function d_(i){let t=Le(i?.alignGaps,0);return(e,n,s,r)=>Or(e,n,(o,a,l,c,h,u,d,f,m,_,p)=>{[s,r]=Yh(l,s,r);let g=o.pxRound,v=G=>g(u(G,c,_,f)),E=G=>g(d(G,h,p,m)),S,C;c.ori==0?(S=Xo,C=nE):(S=qo,C=iE);let A=c.dir*(c.ori==0?1:-1),y={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Go},T=y.stroke,O=!1;if(r-s>=_*4){let G=ht=>e.posToVal(ht,c.key,!0),N=null,H=null,q,V,ct,Z=v(a[A==1?s:r]),j=v(a[s]),tt=v(a[r]),ft=G(A==1?j+1:tt-1);for(let ht=A==1?s:r;ht>=s&&ht<=r;ht+=A){let Q=a[ht],yt=(A==1?Q<ft:Q>ft)?Z:v(Q),Lt=l[ht];yt==Z?Lt!=null?(V=Lt,N==null?(S(T,yt,E(V)),q=N=H=V):V<N?N=V:V>H&&(H=V)):Lt===null&&(O=!0):(N!=null&&C(T,Z,E(N),E(H),E(q),E(V)),Lt!=null?(V=Lt,S(T,yt,E(V)),N=H=q=V):(N=H=null,Lt===null&&(O=!0)),Z=yt,ft=G(Z+A))}N!=null&&N!=H&&ct!=Z&&C(T,Z,E(N),E(H),E(q),E(V))}else for(let G=A==1?s:r;G>=s&&G<=r;G+=A){let N=l[G];N===null?O=!0:N!=null&&S(T,v(a[G]),E(N))}let[D,z]=Gf(e,n);if(o.fill!=null||D!=0){let G=y.fill=new Path2D(T),N=o.fillTo(e,n,o.min,o.max,D),H=E(N),q=v(a[s]),V=v(a[r]);A==-1&&([V,q]=[q,V]),S(G,V,H),S(G,q,H)}if(!o.spanGaps){let G=[];O&&G.push(...Wf(a,l,s,r,A,v,t)),y.gaps=G=o.gaps(e,n,s,r,G),y.clip=Kh(G,c.ori,f,m,_,p)}return z!=0&&(y.band=z==2?[Us(e,n,s,r,T,-1),Us(e,n,s,r,T,1)]:Us(e,n,s,r,T,z)),y})}function sE(i){let t=Le(i.align,1),e=Le(i.ascDesc,!1),n=Le(i.alignGaps,0),s=Le(i.extend,!1);return(r,o,a,l)=>Or(r,o,(c,h,u,d,f,m,_,p,g,v,E)=>{[a,l]=Yh(u,a,l);let S=c.pxRound,{left:C,width:A}=r.bbox,y=j=>S(m(j,d,v,p)),T=j=>S(_(j,f,E,g)),O=d.ori==0?Xo:qo,L={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Go},D=L.stroke,z=d.dir*(d.ori==0?1:-1),G=T(u[z==1?a:l]),N=y(h[z==1?a:l]),H=N,q=N;s&&t==-1&&(q=C,O(D,q,G)),O(D,N,G);for(let j=z==1?a:l;j>=a&&j<=l;j+=z){let tt=u[j];if(tt==null)continue;let ft=y(h[j]),ht=T(tt);t==1?O(D,ft,G):O(D,H,ht),O(D,ft,ht),G=ht,H=ft}let V=H;s&&t==1&&(V=C+A,O(D,V,G));let[ct,Z]=Gf(r,o);if(c.fill!=null||ct!=0){let j=L.fill=new Path2D(D),tt=c.fillTo(r,o,c.min,c.max,ct),ft=T(tt);O(j,V,ft),O(j,q,ft)}if(!c.spanGaps){let j=[];j.push(...Wf(h,u,a,l,z,y,n));let tt=c.width*Ne/2,ft=e||t==1?tt:-tt,ht=e||t==-1?-tt:tt;j.forEach(Q=>{Q[0]+=ft,Q[1]+=ht}),L.gaps=j=c.gaps(r,o,a,l,j),L.clip=Kh(j,d.ori,p,g,v,E)}return Z!=0&&(L.band=Z==2?[Us(r,o,a,l,D,-1),Us(r,o,a,l,D,1)]:Us(r,o,a,l,D,Z)),L})}function T0(i,t,e,n,s,r,o=Xe){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(t[l]!==void 0){if(a!=null){let h=Sn(i[l]-i[a]);h<c&&(c=h,o=Sn(e(i[l],n,s,r)-e(i[a],n,s,r)))}a=l}}return o}function rE(i){i=i||ml;let t=Le(i.size,[.6,Xe,1]),e=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=Ce(s),o=1-t[0],a=Le(t[1],Xe),l=Le(t[2],1),c=Le(i.disp,ml),h=Le(i.each,f=>{}),{fill:u,stroke:d}=c;return(f,m,_,p)=>Or(f,m,(g,v,E,S,C,A,y,T,O,L,D)=>{let z=g.pxRound,G=e,N=n*Ne,H=a*Ne,q=l*Ne,V,ct;S.ori==0?[V,ct]=r(f,m):[ct,V]=r(f,m);let Z=S.dir*(S.ori==0?1:-1),j=S.ori==0?tu:Xf,tt=S.ori==0?h:(Mt,Xt,ce,Et,Fe,$t,Qt)=>{h(Mt,Xt,ce,Fe,Et,Qt,$t)},ft=Le(f.bands,Bf).find(Mt=>Mt.series[0]==m),ht=ft!=null?ft.dir:0,Q=g.fillTo(f,m,g.min,g.max,ht),_t=z(y(Q,C,D,O)),yt,Lt,wt,Ht=L,ie=z(g.width*Ne),Jt=!1,se=null,ne=null,rt=null,vt=null;u!=null&&(ie==0||d!=null)&&(Jt=!0,se=u.values(f,m,_,p),ne=new Map,new Set(se).forEach(Mt=>{Mt!=null&&ne.set(Mt,new Path2D)}),ie>0&&(rt=d.values(f,m,_,p),vt=new Map,new Set(rt).forEach(Mt=>{Mt!=null&&vt.set(Mt,new Path2D)})));let{x0:xt,size:Bt}=c;if(xt!=null&&Bt!=null){G=1,v=xt.values(f,m,_,p),xt.unit==2&&(v=v.map(ce=>f.posToVal(T+ce*L,S.key,!0)));let Mt=Bt.values(f,m,_,p);Bt.unit==2?Lt=Mt[0]*L:Lt=A(Mt[0],S,L,T)-A(0,S,L,T),Ht=T0(v,E,A,S,L,T,Ht),wt=Ht-Lt+N}else Ht=T0(v,E,A,S,L,T,Ht),wt=Ht*o+N,Lt=Ht-wt;wt<1&&(wt=0),ie>=Lt/2&&(ie=0),wt<5&&(z=U0);let Dt=wt>0,ee=Ht-wt-(Dt?ie:0);Lt=z(Tf(ee,q,H)),yt=(G==0?Lt/2:G==Z?0:Lt)-G*Z*((G==0?N/2:0)+(Dt?ie/2:0));let kt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},ge=Jt?null:new Path2D,ue=null;if(ft!=null)ue=f.data[ft.series[1]];else{let{y0:Mt,y1:Xt}=c;Mt!=null&&Xt!=null&&(E=Xt.values(f,m,_,p),ue=Mt.values(f,m,_,p))}let ve=V*Lt,F=ct*Lt;for(let Mt=Z==1?_:p;Mt>=_&&Mt<=p;Mt+=Z){let Xt=E[Mt];if(Xt==null)continue;if(ue!=null){let X=ue[Mt]??0;if(Xt-X==0)continue;_t=y(X,C,D,O)}let ce=S.distr!=2||c!=null?v[Mt]:Mt,Et=A(ce,S,L,T),Fe=y(Le(Xt,Q),C,D,O),$t=z(Et-yt),Qt=z(ni(Fe,_t)),P=z(Yi(Fe,_t)),M=Qt-P;if(Xt!=null){let X=Xt<0?F:ve,dt=Xt<0?ve:F;Jt?(ie>0&&rt[Mt]!=null&&j(vt.get(rt[Mt]),$t,P+xi(ie/2),Lt,ni(0,M-ie),X,dt),se[Mt]!=null&&j(ne.get(se[Mt]),$t,P+xi(ie/2),Lt,ni(0,M-ie),X,dt)):j(ge,$t,P+xi(ie/2),Lt,ni(0,M-ie),X,dt),tt(f,m,Mt,$t-ie/2,P,Lt+ie,M)}}return ie>0?kt.stroke=Jt?vt:ge:Jt||(kt._fill=g.width==0?g._fill:g._stroke??g._fill,kt.width=0),kt.fill=Jt?ne:ge,kt})}function oE(i,t){let e=Le(t?.alignGaps,0);return(n,s,r,o)=>Or(n,s,(a,l,c,h,u,d,f,m,_,p,g)=>{[r,o]=Yh(c,r,o);let v=a.pxRound,E=V=>v(d(V,h,p,m)),S=V=>v(f(V,u,g,_)),C,A,y;h.ori==0?(C=jh,y=Xo,A=l_):(C=Qh,y=qo,A=c_);let T=h.dir*(h.ori==0?1:-1),O=E(l[T==1?r:o]),L=O,D=[],z=[];for(let V=T==1?r:o;V>=r&&V<=o;V+=T)if(c[V]!=null){let Z=l[V],j=E(Z);D.push(L=j),z.push(S(c[V]))}let G={stroke:i(D,z,C,y,A,v),fill:null,clip:null,band:null,gaps:null,flags:Go},N=G.stroke,[H,q]=Gf(n,s);if(a.fill!=null||H!=0){let V=G.fill=new Path2D(N),ct=a.fillTo(n,s,a.min,a.max,H),Z=S(ct);y(V,L,Z),y(V,O,Z)}if(!a.spanGaps){let V=[];V.push(...Wf(l,c,r,o,T,E,e)),G.gaps=V=a.gaps(n,s,r,o,V),G.clip=Kh(V,h.ori,m,_,p,g)}return q!=0&&(G.band=q==2?[Us(n,s,r,o,N,-1),Us(n,s,r,o,N,1)]:Us(n,s,r,o,N,q)),G})}function aE(i){return oE(lE,i)}function lE(i,t,e,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(e(a,i[0],t[0]),o==2)n(a,i[1],t[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),u=Array(o-1);for(let d=0;d<o-1;d++)h[d]=t[d+1]-t[d],u[d]=i[d+1]-i[d],c[d]=h[d]/u[d];l[0]=c[0];for(let d=1;d<o-1;d++)c[d]===0||c[d-1]===0||c[d-1]>0!=c[d]>0?l[d]=0:(l[d]=3*(u[d-1]+u[d])/((2*u[d]+u[d-1])/c[d-1]+(u[d]+2*u[d-1])/c[d]),isFinite(l[d])||(l[d]=0));l[o-1]=c[o-2];for(let d=0;d<o-1;d++)s(a,i[d]+u[d]/3,t[d]+l[d]*u[d]/3,i[d+1]-u[d]/3,t[d+1]-l[d+1]*u[d]/3,i[d+1],t[d+1])}return a}var Pf=new Set;function A0(){for(let i of Pf)i.syncRect(!0)}Wo&&(Ur(Hw,ko,A0),Ur(Gw,ko,A0,!0),Ur(Wh,ko,()=>{On.pxRatio=Ne}));var cE=d_(),hE=h_();function R0(i,t,e,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>If(r,o,t,e))}function uE(i,t){return i.map((e,n)=>n==0?{}:gn({},t,e))}function If(i,t,e,n){return gn({},t==0?e:n,i)}function f_(i,t,e){return t==null?Vo:[t,e]}var dE=f_;function fE(i,t,e){return t==null?Vo:Xh(t,e,Ff,!0)}function p_(i,t,e,n){return t==null?Vo:$h(t,e,i.scales[n].log,!1)}var pE=p_;function m_(i,t,e,n){return t==null?Vo:Uf(t,e,i.scales[n].log,!1)}var mE=m_;function gE(i,t,e,n,s){let r=ni(o0(i),o0(t)),o=t-i,a=qi(s/n*o,e);do{let l=e[a],c=n*l/o;if(c>=s&&r+(l<5?rr.get(l):0)<=17)return[l,c]}while(++a<e.length);return[0,0]}function C0(i){let t,e;return i=i.replace(/(\d+)px/,(n,s)=>(t=vn((e=+s)*Ne))+"px"),[i,t,e]}function _E(i){i.show&&[i.font,i.labelFont].forEach(t=>{let e=qe(t[2]*Ne,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function On(i,t,e){let n={mode:Le(i.mode,1)},s=n.mode;function r(x,b,I,U){let W=b.valToPct(x);return U+I*(b.dir==-1?1-W:W)}function o(x,b,I,U){let W=b.valToPct(x);return U+I*(b.dir==-1?W:1-W)}function a(x,b,I,U){return b.ori==0?r(x,b,I,U):o(x,b,I,U)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=Ti(ww);if(i.id!=null&&(c.id=i.id),_i(c,i.class),i.title){let x=Ti(Aw,c);x.textContent=i.title}let h=Xi("canvas"),u=n.ctx=h.getContext("2d"),d=Ti(Rw,c);Ur("click",d,x=>{x.target===m&&($e!=qr||tn!=Yr)&&Pn.click(n,x)},!0);let f=n.under=Ti(Cw,d);d.appendChild(h);let m=n.over=Ti(Pw,d);i=Ho(i);let _=+Le(i.pxAlign,1),p=E0(_);(i.plugins||[]).forEach(x=>{x.opts&&(i=x.opts(n,i)||i)});let g=i.ms||.001,v=n.series=s==1?R0(i.series||[],x0,b0,!1):uE(i.series||[null],M0),E=n.axes=R0(i.axes||[],_0,v0,!0),S=n.scales={},C=n.bands=i.bands||[];C.forEach(x=>{x.fill=Ce(x.fill||null),x.dir=Le(x.dir,-1)});let A=s==2?v[1].facets[0].scale:v[0].scale,y={axes:ms,series:we},T=(i.drawOrder||["axes","series"]).map(x=>y[x]);function O(x){let b=x.distr==3?I=>Ns(I>0?I:x.clamp(n,I,x.min,x.max,x.key)):x.distr==4?I=>xf(I,x.asinh):x.distr==100?I=>x.fwd(I):I=>I;return I=>{let U=b(I),{_min:W,_max:J}=x,at=J-W;return(U-W)/at}}function L(x){let b=S[x];if(b==null){let I=(i.scales||ml)[x]||ml;if(I.from!=null){L(I.from);let U=gn({},S[I.from],I,{key:x});U.valToPct=O(U),S[x]=U}else{b=S[x]=gn({},x==A?i_:Q1,I),b.key=x;let U=b.time,W=b.range,J=sr(W);if((x!=A||s==2&&!U)&&(J&&(W[0]==null||W[1]==null)&&(W={min:W[0]==null?i0:{mode:1,hard:W[0],soft:W[0]},max:W[1]==null?i0:{mode:1,hard:W[1],soft:W[1]}},J=!1),!J&&Jh(W))){let at=W;W=(mt,At,zt)=>At==null?Vo:Xh(At,zt,at)}b.range=Ce(W||(U?dE:x==A?b.distr==3?pE:b.distr==4?mE:f_:b.distr==3?p_:b.distr==4?m_:fE)),b.auto=Ce(J?!1:b.auto),b.clamp=Ce(b.clamp||j1),b._min=b._max=null,b.valToPct=O(b)}}}L("x"),L("y"),s==1&&v.forEach(x=>{L(x.scale)}),E.forEach(x=>{L(x.scale)});for(let x in i.scales)L(x);let D=S[A],z=D.distr,G,N;D.ori==0?(_i(c,Ew),G=r,N=o):(_i(c,Tw),G=o,N=r);let H={};for(let x in S){let b=S[x];(b.min!=null||b.max!=null)&&(H[x]={min:b.min,max:b.max},b.min=b.max=null)}let q=i.tzDate||(x=>new Date(vn(x/g))),V=i.fmtDate||kf,ct=g==1?E1(q):R1(q),Z=p0(q,f0(g==1?w1:A1,V)),j=g0(q,m0(P1,V)),tt=[],ft=n.legend=gn({},D1,i.legend),ht=n.cursor=gn({},k1,{drag:{y:s==2}},i.cursor),Q=ft.show,_t=ht.show,yt=ft.markers;ft.idxs=tt,yt.width=Ce(yt.width),yt.dash=Ce(yt.dash),yt.stroke=Ce(yt.stroke),yt.fill=Ce(yt.fill);let Lt,wt,Ht,ie=[],Jt=[],se,ne=!1,rt={};if(ft.live){let x=v[1]?v[1].values:null;ne=x!=null,se=ne?x(n,1,0):{_:0};for(let b in se)rt[b]=Df}if(Q)if(Lt=Xi("table",Fw,c),Ht=Xi("tbody",null,Lt),ft.mount(n,Lt),ne){wt=Xi("thead",null,Lt,Ht);let x=Xi("tr",null,wt);Xi("th",null,x);for(var vt in se)Xi("th",Wg,x).textContent=vt}else _i(Lt,Bw),ft.live&&_i(Lt,Ow);let xt={show:!0},Bt={show:!1};function Dt(x,b){if(b==0&&(ne||!ft.live||s==2))return Vo;let I=[],U=Xi("tr",kw,Ht,Ht.childNodes[b]);_i(U,x.class),x.show||_i(U,Nr);let W=Xi("th",null,U);if(yt.show){let mt=Ti(zw,W);if(b>0){let At=yt.width(n,b);At&&(mt.style.border=At+"px "+yt.dash(n,b)+" "+yt.stroke(n,b)),mt.style.background=yt.fill(n,b)}}let J=Ti(Wg,W);x.label instanceof HTMLElement?J.appendChild(x.label):J.textContent=x.label,b>0&&(yt.show||(J.style.color=x.width>0?yt.stroke(n,b):yt.fill(n,b)),kt("click",W,mt=>{if(ht._lock)return;ae(mt);let At=v.indexOf(x);if((mt.ctrlKey||mt.metaKey)!=ft.isolate){let zt=v.some((Vt,Wt)=>Wt>0&&Wt!=At&&Vt.show);v.forEach((Vt,Wt)=>{Wt>0&&Ki(Wt,zt?Wt==At?xt:Bt:xt,!0,pn.setSeries)})}else Ki(At,{show:!x.show},!0,pn.setSeries)},!1),le&&kt($g,W,mt=>{ht._lock||(ae(mt),Ki(v.indexOf(x),Zr,!0,pn.setSeries))},!1));for(var at in se){let mt=Xi("td",Vw,U);mt.textContent="--",I.push(mt)}return[U,I]}let ee=new Map;function kt(x,b,I,U=!0){let W=ee.get(b)||{},J=ht.bind[x](n,b,I,U);J&&(Ur(x,b,W[x]=J),ee.set(b,W))}function ge(x,b,I){let U=ee.get(b)||{};for(let W in U)(x==null||W==x)&&(Ef(W,b,U[W]),delete U[W]);x==null&&ee.delete(b)}let ue=0,ve=0,F=0,Mt=0,Xt=0,ce=0,Et=Xt,Fe=ce,$t=F,Qt=Mt,P=0,M=0,X=0,dt=0;n.bbox={};let ot=!1,bt=!1,Tt=!1,et=!1,it=!1,gt=!1;function B(x,b,I){(I||x!=n.width||b!=n.height)&&st(x,b),Se(!1),Tt=!0,bt=!0,Bn()}function st(x,b){n.width=ue=F=x,n.height=ve=Mt=b,Xt=ce=0,Rt(),Kt();let I=n.bbox;P=I.left=Lr(Xt*Ne,.5),M=I.top=Lr(ce*Ne,.5),X=I.width=Lr(F*Ne,.5),dt=I.height=Lr(Mt*Ne,.5)}let nt=3;function Ct(){let x=!1,b=0;for(;!x;){b++;let I=Gr(b),U=Ji(b);x=b==nt||I&&U,x||(st(n.width,n.height),bt=!0)}}function St({width:x,height:b}){B(x,b)}n.setSize=St;function Rt(){let x=!1,b=!1,I=!1,U=!1;E.forEach((W,J)=>{if(W.show&&W._show){let{side:at,_size:mt}=W,At=at%2,zt=W.label!=null?W.labelSize:0,Vt=mt+zt;Vt>0&&(At?(F-=Vt,at==3?(Xt+=Vt,U=!0):I=!0):(Mt-=Vt,at==0?(ce+=Vt,x=!0):b=!0))}}),$i[0]=x,$i[1]=I,$i[2]=b,$i[3]=U,F-=Ri[1]+Ri[3],Xt+=Ri[3],Mt-=Ri[2]+Ri[0],ce+=Ri[0]}function Kt(){let x=Xt+F,b=ce+Mt,I=Xt,U=ce;function W(J,at){switch(J){case 1:return x+=at,x-at;case 2:return b+=at,b-at;case 3:return I-=at,I+at;case 0:return U-=at,U+at}}E.forEach((J,at)=>{if(J.show&&J._show){let mt=J.side;J._pos=W(mt,J._size),J.label!=null&&(J._lpos=W(mt,J.labelSize))}})}if(ht.dataIdx==null){let x=ht.hover,b=x.skip=new Set(x.skip??[]);b.add(void 0);let I=x.prox=Ce(x.prox),U=x.bias??(x.bias=0);ht.dataIdx=(W,J,at,mt)=>{if(J==0)return at;let At=at,zt=I(W,J,at,mt)??Xe,Vt=zt>=0&&zt<Xe,Wt=D.ori==0?F:Mt,me=ht.left,De=t[0],Pe=t[J];if(b.has(Pe[at])){At=null;let Te=null,re=null,jt;if(U==0||U==-1)for(jt=at;Te==null&&jt-- >0;)b.has(Pe[jt])||(Te=jt);if(U==0||U==1)for(jt=at;re==null&&jt++<Pe.length;)b.has(Pe[jt])||(re=jt);if(Te!=null||re!=null)if(Vt){let Je=Te==null?-1/0:G(De[Te],D,Wt,0),an=re==null?1/0:G(De[re],D,Wt,0),Tn=me-Je,We=an-me;Tn<=We?Tn<=zt&&(At=Te):We<=zt&&(At=re)}else At=re==null?Te:Te==null?re:at-Te<=re-at?Te:re}else Vt&&Sn(me-G(De[at],D,Wt,0))>zt&&(At=null);return At}}let ae=x=>{ht.event=x};ht.idxs=tt,ht._lock=!1;let ut=ht.points;ut.show=Ce(ut.show),ut.size=Ce(ut.size),ut.stroke=Ce(ut.stroke),ut.width=Ce(ut.width),ut.fill=Ce(ut.fill);let qt=n.focus=gn({},i.focus||{alpha:.3},ht.focus),le=qt.prox>=0,Nt=le&&ut.one,ye=[],Ye=[],Gn=[];function $o(x,b){let I=ut.show(n,b);if(I instanceof HTMLElement)return _i(I,Uw),_i(I,x.class),us(I,-10,-10,F,Mt),m.insertBefore(I,ye[b]),I}function zr(x,b){if(s==1||b>0){let I=s==1&&S[x.scale].time,U=x.value;x.value=I?c0(U)?g0(q,m0(U,V)):U||j:U||Z1,x.label=x.label||(I?V1:z1)}if(Nt||b>0){x.width=x.width==null?1:x.width,x.paths=x.paths||cE||Qw,x.fillTo=Ce(x.fillTo||tE),x.pxAlign=+Le(x.pxAlign,_),x.pxRound=E0(x.pxAlign),x.stroke=Ce(x.stroke||null),x.fill=Ce(x.fill||null),x._stroke=x._fill=x._paths=x._focus=null;let I=J1(ni(1,x.width),1),U=x.points=gn({},{size:I,width:ni(1,I*.2),stroke:x.stroke,space:I*2,paths:hE,_stroke:null,_fill:null},x.points);U.show=Ce(U.show),U.filter=Ce(U.filter),U.fill=Ce(U.fill),U.stroke=Ce(U.stroke),U.paths=Ce(U.paths),U.pxAlign=x.pxAlign}if(Q){let I=Dt(x,b);ie.splice(b,0,I[0]),Jt.splice(b,0,I[1]),ft.values.push(null)}if(_t){tt.splice(b,0,null);let I=null;Nt?b==0&&(I=$o(x,b)):b>0&&(I=$o(x,b)),ye.splice(b,0,I),Ye.splice(b,0,0),Gn.splice(b,0,0)}En("addSeries",b)}function pu(x,b){b=b??v.length,x=s==1?If(x,b,x0,b0):If(x,b,{},M0),v.splice(b,0,x),zr(v[b],b)}n.addSeries=pu;function xl(x){if(v.splice(x,1),Q){ft.values.splice(x,1),Jt.splice(x,1);let b=ie.splice(x,1)[0];ge(null,b.firstChild),b.remove()}_t&&(tt.splice(x,1),ye.splice(x,1)[0].remove(),Ye.splice(x,1),Gn.splice(x,1)),En("delSeries",x)}n.delSeries=xl;let $i=[!1,!1,!1,!1];function ds(x,b){if(x._show=x.show,x.show){let I=x.side%2,U=S[x.scale];U==null&&(x.scale=I?v[1].scale:A,U=S[x.scale]);let W=U.time;x.size=Ce(x.size),x.space=Ce(x.space),x.rotate=Ce(x.rotate),sr(x.incrs)&&x.incrs.forEach(at=>{!rr.has(at)&&rr.set(at,B0(at))}),x.incrs=Ce(x.incrs||(U.distr==2?S1:W?g==1?b1:T1:Dr)),x.splits=Ce(x.splits||(W&&U.distr==1?ct:U.distr==3?Af:U.distr==4?W1:G1)),x.stroke=Ce(x.stroke),x.grid.stroke=Ce(x.grid.stroke),x.ticks.stroke=Ce(x.ticks.stroke),x.border.stroke=Ce(x.border.stroke);let J=x.values;x.values=sr(J)&&!sr(J[0])?Ce(J):W?sr(J)?p0(q,f0(J,V)):c0(J)?C1(q,J):J||Z:J||H1,x.filter=Ce(x.filter||(U.distr>=3&&U.log==10?Y1:U.distr==3&&U.log==2?$1:F0)),x.font=C0(x.font),x.labelFont=C0(x.labelFont),x._size=x.size(n,null,b,0),x._space=x._rotate=x._incrs=x._found=x._splits=x._values=null,x._size>0&&($i[b]=!0,x._el=Ti(Iw,d))}}function fs(x,b,I,U){let[W,J,at,mt]=I,At=b%2,zt=0;return At==0&&(mt||J)&&(zt=b==0&&!W||b==2&&!at?vn(_0.size/3):0),At==1&&(W||at)&&(zt=b==1&&!J||b==3&&!mt?vn(v0.size/2):0),zt}let Zo=n.padding=(i.padding||[fs,fs,fs,fs]).map(x=>Ce(Le(x,fs))),Ri=n._padding=Zo.map((x,b)=>x(n,b,$i,0)),rn,cn=null,hn=null,Zi=s==1?v[0].idxs:null,ai=null,Fs=!1;function Jo(x,b){if(t=x??[],n.data=n._data=t,s==2){rn=0;for(let I=1;I<v.length;I++)rn+=t[I][0].length}else{t.length==0&&(n.data=n._data=t=[[]]),ai=t[0],rn=ai.length;let I=t;if(z==2){I=t.slice();let U=I[0]=Array(rn);for(let W=0;W<rn;W++)U[W]=W}n._data=t=I}if(Se(!0),En("setData"),z==2&&(Tt=!0),b!==!1){let I=D;I.auto(n,Fs)?Ko():ks(A,I.min,I.max),et=et||ht.left>=0,gt=!0,Bn()}}n.setData=Jo;function Ko(){Fs=!0;let x,b;s==1&&(rn>0?(cn=Zi[0]=0,hn=Zi[1]=rn-1,x=t[0][cn],b=t[0][hn],z==2?(x=cn,b=hn):x==b&&(z==3?[x,b]=$h(x,x,D.log,!1):z==4?[x,b]=Uf(x,x,D.log,!1):D.time?b=x+vn(86400/g):[x,b]=Xh(x,b,Ff,!0))):(cn=Zi[0]=x=null,hn=Zi[1]=b=null)),ks(A,x,b)}let Vr,Os,Hr,w,k,K,Y,$,Pt,Ft;function It(x,b,I,U,W,J){x??(x=qg),I??(I=Bf),U??(U="butt"),W??(W=qg),J??(J="round"),x!=Vr&&(u.strokeStyle=Vr=x),W!=Os&&(u.fillStyle=Os=W),b!=Hr&&(u.lineWidth=Hr=b),J!=k&&(u.lineJoin=k=J),U!=K&&(u.lineCap=K=U),I!=w&&u.setLineDash(w=I)}function Ot(x,b,I,U){b!=Os&&(u.fillStyle=Os=b),x!=Y&&(u.font=Y=x),I!=$&&(u.textAlign=$=I),U!=Pt&&(u.textBaseline=Pt=U)}function Zt(x,b,I,U,W=0){if(U.length>0&&x.auto(n,Fs)&&(b==null||b.min==null)){let J=Le(cn,0),at=Le(hn,U.length-1),mt=I.min==null?Yw(U,J,at,W,x.distr==3):[I.min,I.max];x.min=Yi(x.min,I.min=mt[0]),x.max=ni(x.max,I.max=mt[1])}}let he={min:null,max:null};function be(){for(let U in S){let W=S[U];H[U]==null&&(W.min==null||H[A]!=null&&W.auto(n,Fs))&&(H[U]=he)}for(let U in S){let W=S[U];H[U]==null&&W.from!=null&&H[W.from]!=null&&(H[U]=he)}H[A]!=null&&Se(!0);let x={};for(let U in H){let W=H[U];if(W!=null){let J=x[U]=Ho(S[U],n1);if(W.min!=null)gn(J,W);else if(U!=A||s==2)if(rn==0&&J.from==null){let at=J.range(n,null,null,U);J.min=at[0],J.max=at[1]}else J.min=Xe,J.max=-Xe}}if(rn>0){v.forEach((U,W)=>{if(s==1){let J=U.scale,at=H[J];if(at==null)return;let mt=x[J];if(W==0){let At=mt.range(n,mt.min,mt.max,J);mt.min=At[0],mt.max=At[1],cn=qi(mt.min,t[0]),hn=qi(mt.max,t[0]),hn-cn>1&&(t[0][cn]<mt.min&&cn++,t[0][hn]>mt.max&&hn--),U.min=ai[cn],U.max=ai[hn]}else U.show&&U.auto&&Zt(mt,at,U,t[W],U.sorted);U.idxs[0]=cn,U.idxs[1]=hn}else if(W>0&&U.show&&U.auto){let[J,at]=U.facets,mt=J.scale,At=at.scale,[zt,Vt]=t[W],Wt=x[mt],me=x[At];Wt!=null&&Zt(Wt,H[mt],J,zt,J.sorted),me!=null&&Zt(me,H[At],at,Vt,at.sorted),U.min=at.min,U.max=at.max}});for(let U in x){let W=x[U],J=H[U];if(W.from==null&&(J==null||J.min==null)){let at=W.range(n,W.min==Xe?null:W.min,W.max==-Xe?null:W.max,U);W.min=at[0],W.max=at[1]}}}for(let U in x){let W=x[U];if(W.from!=null){let J=x[W.from];if(J.min==null)W.min=W.max=null;else{let at=W.range(n,J.min,J.max,U);W.min=at[0],W.max=at[1]}}}let b={},I=!1;for(let U in x){let W=x[U],J=S[U];if(J.min!=W.min||J.max!=W.max){J.min=W.min,J.max=W.max;let at=J.distr;J._min=at==3?Ns(J.min):at==4?xf(J.min,J.asinh):at==100?J.fwd(J.min):J.min,J._max=at==3?Ns(J.max):at==4?xf(J.max,J.asinh):at==100?J.fwd(J.max):J.max,b[U]=I=!0}}if(I){v.forEach((U,W)=>{s==2?W>0&&b.y&&(U._paths=null):b[U.scale]&&(U._paths=null)});for(let U in b)Tt=!0,En("setScale",U);_t&&ht.left>=0&&(et=gt=!0)}for(let U in H)H[U]=null}function Yt(x){let b=Tf(cn-1,0,rn-1),I=Tf(hn+1,0,rn-1);for(;x[b]==null&&b>0;)b--;for(;x[I]==null&&I<rn-1;)I++;return[b,I]}function we(){if(rn>0){let x=v.some(b=>b._focus)&&Ft!=qt.alpha;x&&(u.globalAlpha=Ft=qt.alpha),v.forEach((b,I)=>{if(I>0&&b.show&&(nn(I,!1),nn(I,!0),b._paths==null)){let U=Ft;Ft!=b.alpha&&(u.globalAlpha=Ft=b.alpha);let W=s==2?[0,t[I][0].length-1]:Yt(t[I]);b._paths=b.paths(n,I,W[0],W[1]),Ft!=U&&(u.globalAlpha=Ft=U)}}),v.forEach((b,I)=>{if(I>0&&b.show){let U=Ft;Ft!=b.alpha&&(u.globalAlpha=Ft=b.alpha),b._paths!=null&&ze(I,!1);{let W=b._paths!=null?b._paths.gaps:null,J=b.points.show(n,I,cn,hn,W),at=b.points.filter(n,I,J,W);(J||at)&&(b.points._paths=b.points.paths(n,I,cn,hn,at),ze(I,!0))}Ft!=U&&(u.globalAlpha=Ft=U),En("drawSeries",I)}}),x&&(u.globalAlpha=Ft=1)}}function nn(x,b){let I=b?v[x].points:v[x];I._stroke=I.stroke(n,x),I._fill=I.fill(n,x)}function ze(x,b){let I=b?v[x].points:v[x],{stroke:U,fill:W,clip:J,flags:at,_stroke:mt=I._stroke,_fill:At=I._fill,_width:zt=I.width}=I._paths;zt=qe(zt*Ne,3);let Vt=null,Wt=zt%2/2;b&&At==null&&(At=zt>0?"#fff":mt);let me=I.pxAlign==1&&Wt>0;if(me&&u.translate(Wt,Wt),!b){let De=P-zt/2,Pe=M-zt/2,Te=X+zt,re=dt+zt;Vt=new Path2D,Vt.rect(De,Pe,Te,re)}b?Gt(mt,zt,I.dash,I.cap,At,U,W,at,J):Ve(x,mt,zt,I.dash,I.cap,At,U,W,at,Vt,J),me&&u.translate(-Wt,-Wt)}function Ve(x,b,I,U,W,J,at,mt,At,zt,Vt){let Wt=!1;At!=0&&C.forEach((me,De)=>{if(me.series[0]==x){let Pe=v[me.series[1]],Te=t[me.series[1]],re=(Pe._paths||ml).band;sr(re)&&(re=me.dir==1?re[0]:re[1]);let jt,Je=null;Pe.show&&re&&Zw(Te,cn,hn)?(Je=me.fill(n,De)||J,jt=Pe._paths.clip):re=null,Gt(b,I,U,W,Je,at,mt,At,zt,Vt,jt,re),Wt=!0}}),Wt||Gt(b,I,U,W,J,at,mt,At,zt,Vt)}let _n=Go|Cf;function Gt(x,b,I,U,W,J,at,mt,At,zt,Vt,Wt){It(x,b,I,U,W),(At||zt||Wt)&&(u.save(),At&&u.clip(At),zt&&u.clip(zt)),Wt?(mt&_n)==_n?(u.clip(Wt),Vt&&u.clip(Vt),Ae(W,at),un(x,J,b)):mt&Cf?(Ae(W,at),u.clip(Wt),un(x,J,b)):mt&Go&&(u.save(),u.clip(Wt),Vt&&u.clip(Vt),Ae(W,at),u.restore(),un(x,J,b)):(Ae(W,at),un(x,J,b)),(At||zt||Wt)&&u.restore()}function un(x,b,I){I>0&&(b instanceof Map?b.forEach((U,W)=>{u.strokeStyle=Vr=W,u.stroke(U)}):b!=null&&x&&u.stroke(b))}function Ae(x,b){b instanceof Map?b.forEach((I,U)=>{u.fillStyle=Os=U,u.fill(I)}):b!=null&&x&&u.fill(b)}function ps(x,b,I,U){let W=E[x],J;if(U<=0)J=[0,0];else{let at=W._space=W.space(n,x,b,I,U),mt=W._incrs=W.incrs(n,x,b,I,U,at);J=gE(b,I,mt,U,at)}return W._found=J}function dn(x,b,I,U,W,J,at,mt,At,zt){let Vt=at%2/2;_==1&&u.translate(Vt,Vt),It(mt,at,At,zt,mt),u.beginPath();let Wt,me,De,Pe,Te=W+(U==0||U==3?-J:J);I==0?(me=W,Pe=Te):(Wt=W,De=Te);for(let re=0;re<x.length;re++)b[re]!=null&&(I==0?Wt=De=x[re]:me=Pe=x[re],u.moveTo(Wt,me),u.lineTo(De,Pe));u.stroke(),_==1&&u.translate(-Vt,-Vt)}function Gr(x){let b=!0;return E.forEach((I,U)=>{if(!I.show)return;let W=S[I.scale];if(W.min==null){I._show&&(b=!1,I._show=!1,Se(!1));return}else I._show||(b=!1,I._show=!0,Se(!1));let J=I.side,at=J%2,{min:mt,max:At}=W,[zt,Vt]=ps(U,mt,At,at==0?F:Mt);if(Vt==0)return;let Wt=W.distr==2,me=I._splits=I.splits(n,U,mt,At,zt,Vt,Wt),De=W.distr==2?me.map(jt=>ai[jt]):me,Pe=W.distr==2?ai[me[1]]-ai[me[0]]:zt,Te=I._values=I.values(n,I.filter(n,De,U,Vt,Pe),U,Vt,Pe);I._rotate=J==2?I.rotate(n,Te,U,Vt):0;let re=I._size;I._size=Ai(I.size(n,Te,U,x)),re!=null&&I._size!=re&&(b=!1)}),b}function Ji(x){let b=!0;return Zo.forEach((I,U)=>{let W=I(n,U,$i,x);W!=Ri[U]&&(b=!1),Ri[U]=W}),b}function ms(){for(let x=0;x<E.length;x++){let b=E[x];if(!b.show||!b._show)continue;let I=b.side,U=I%2,W,J,at=b.stroke(n,x),mt=I==0||I==3?-1:1,[At,zt]=b._found;if(b.label!=null){let qn=b.labelGap*mt,hi=vn((b._lpos+qn)*Ne);Ot(b.labelFont[0],at,"center",I==2?"top":Xg),u.save(),U==1?(W=J=0,u.translate(hi,vn(M+dt/2)),u.rotate((I==3?-Gh:Gh)/2)):(W=vn(P+X/2),J=hi);let cr=N0(b.label)?b.label(n,x,At,zt):b.label;u.fillText(cr,W,J),u.restore()}if(zt==0)continue;let Vt=S[b.scale],Wt=U==0?X:dt,me=U==0?P:M,De=b._splits,Pe=Vt.distr==2?De.map(qn=>ai[qn]):De,Te=Vt.distr==2?ai[De[1]]-ai[De[0]]:At,re=b.ticks,jt=b.border,Je=re.show?re.size:0,an=vn(Je*Ne),Tn=vn((b.alignTo==2?b._size-Je-b.gap:b.gap)*Ne),We=b._rotate*-Gh/180,ln=p(b._pos*Ne),li=(an+Tn)*mt,Xn=ln+li;J=U==0?Xn:0,W=U==1?Xn:0;let vi=b.font[0],Ci=b.align==1?Oo:b.align==2?mf:We>0?Oo:We<0?mf:U==0?"center":I==3?mf:Oo,Qi=We||U==1?"middle":I==2?"top":Xg;Ot(vi,at,Ci,Qi);let ci=b.font[1]*b.lineGap,Si=De.map(qn=>p(a(qn,Vt,Wt,me))),Pi=b._values;for(let qn=0;qn<Pi.length;qn++){let hi=Pi[qn];if(hi!=null){U==0?W=Si[qn]:J=Si[qn],hi=""+hi;let cr=hi.indexOf(`
`)==-1?[hi]:hi.split(/\n/gm);for(let Yn=0;Yn<cr.length;Yn++){let Ep=cr[Yn];We?(u.save(),u.translate(W,J+Yn*ci),u.rotate(We),u.fillText(Ep,0,0),u.restore()):u.fillText(Ep,W,J+Yn*ci)}}}re.show&&dn(Si,re.filter(n,Pe,x,zt,Te),U,I,ln,an,qe(re.width*Ne,3),re.stroke(n,x),re.dash,re.cap);let ts=b.grid;ts.show&&dn(Si,ts.filter(n,Pe,x,zt,Te),U,U==0?2:1,U==0?M:P,U==0?dt:X,qe(ts.width*Ne,3),ts.stroke(n,x),ts.dash,ts.cap),jt.show&&dn([ln],[1],U==0?1:0,U==0?1:2,U==1?M:P,U==1?dt:X,qe(jt.width*Ne,3),jt.stroke(n,x),jt.dash,jt.cap)}En("drawAxes")}function Se(x){v.forEach((b,I)=>{I>0&&(b._paths=null,x&&(s==1?(b.min=null,b.max=null):b.facets.forEach(U=>{U.min=null,U.max=null})))})}let on=!1,Wn=!1,He=[];function fn(){Wn=!1;for(let x=0;x<He.length;x++)En(...He[x]);He.length=0}function Bn(){on||(c1(ap),on=!0)}function yl(x,b=!1){on=!0,Wn=b,x(n),ap(),b&&He.length>0&&queueMicrotask(fn)}n.batch=yl;function ap(){if(ot&&(be(),ot=!1),Tt&&(Ct(),Tt=!1),bt){if(Qe(f,Oo,Xt),Qe(f,"top",ce),Qe(f,ul,F),Qe(f,dl,Mt),Qe(m,Oo,Xt),Qe(m,"top",ce),Qe(m,ul,F),Qe(m,dl,Mt),Qe(d,ul,ue),Qe(d,dl,ve),h.width=vn(ue*Ne),h.height=vn(ve*Ne),E.forEach(({_el:x,_show:b,_size:I,_pos:U,side:W})=>{if(x!=null)if(b){let J=W===3||W===0?I:0,at=W%2==1;Qe(x,at?"left":"top",U-J),Qe(x,at?"width":"height",I),Qe(x,at?"top":"left",at?ce:Xt),Qe(x,at?"height":"width",at?Mt:F),wf(x,Nr)}else _i(x,Nr)}),Vr=Os=Hr=k=K=Y=$=Pt=w=null,Ft=1,ta(!0),Xt!=Et||ce!=Fe||F!=$t||Mt!=Qt){Se(!1);let x=F/$t,b=Mt/Qt;if(_t&&!et&&ht.left>=0){ht.left*=x,ht.top*=b,Wr&&us(Wr,vn(ht.left),0,F,Mt),Xr&&us(Xr,0,vn(ht.top),F,Mt);for(let I=0;I<ye.length;I++){let U=ye[I];U!=null&&(Ye[I]*=x,Gn[I]*=b,us(U,Ai(Ye[I]),Ai(Gn[I]),F,Mt))}}if(Ze.show&&!it&&Ze.left>=0&&Ze.width>0){Ze.left*=x,Ze.width*=x,Ze.top*=b,Ze.height*=b;for(let I in vu)Qe($r,I,Ze[I])}Et=Xt,Fe=ce,$t=F,Qt=Mt}En("setSize"),bt=!1}ue>0&&ve>0&&(u.clearRect(0,0,h.width,h.height),En("drawClear"),T.forEach(x=>x()),En("draw")),Ze.show&&it&&(vl(Ze),it=!1),_t&&et&&(lr(null,!0,!1),et=!1),ft.show&&ft.live&&gt&&(xu(),gt=!1),l||(l=!0,n.status=1,En("ready")),Fs=!1,on=!1}n.redraw=(x,b)=>{Tt=b||!1,x!==!1?ks(A,D.min,D.max):Bn()};function mu(x,b){let I=S[x];if(I.from==null){if(rn==0){let U=I.range(n,b.min,b.max,x);b.min=U[0],b.max=U[1]}if(b.min>b.max){let U=b.min;b.min=b.max,b.max=U}if(rn>1&&b.min!=null&&b.max!=null&&b.max-b.min<1e-16)return;x==A&&I.distr==2&&rn>0&&(b.min=qi(b.min,t[0]),b.max=qi(b.max,t[0]),b.min==b.max&&b.max++),H[x]=b,ot=!0,Bn()}}n.setScale=mu;let gu,_u,Wr,Xr,lp,cp,qr,Yr,hp,up,$e,tn,Bs=!1,Pn=ht.drag,bn=Pn.x,wn=Pn.y;_t&&(ht.x&&(gu=Ti(Dw,m)),ht.y&&(_u=Ti(Nw,m)),D.ori==0?(Wr=gu,Xr=_u):(Wr=_u,Xr=gu),$e=ht.left,tn=ht.top);let Ze=n.select=gn({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),$r=Ze.show?Ti(Lw,Ze.over?m:f):null;function vl(x,b){if(Ze.show){for(let I in x)Ze[I]=x[I],I in vu&&Qe($r,I,x[I]);b!==!1&&En("setSelect")}}n.setSelect=vl;function G_(x){if(v[x].show)Q&&wf(ie[x],Nr);else if(Q&&_i(ie[x],Nr),_t){let I=Nt?ye[0]:ye[x];I!=null&&us(I,-10,-10,F,Mt)}}function ks(x,b,I){mu(x,{min:b,max:I})}function Ki(x,b,I,U){b.focus!=null&&$_(x),b.show!=null&&v.forEach((W,J)=>{J>0&&(x==J||x==null)&&(W.show=b.show,G_(J),s==2?(ks(W.facets[0].scale,null,null),ks(W.facets[1].scale,null,null)):ks(W.scale,null,null),Bn())}),I!==!1&&En("setSeries",x,b),U&&ea("setSeries",n,x,b)}n.setSeries=Ki;function W_(x,b){gn(C[x],b)}function X_(x,b){x.fill=Ce(x.fill||null),x.dir=Le(x.dir,-1),b=b??C.length,C.splice(b,0,x)}function q_(x){x==null?C.length=0:C.splice(x,1)}n.addBand=X_,n.setBand=W_,n.delBand=q_;function Y_(x,b){v[x].alpha=b,_t&&ye[x]!=null&&(ye[x].style.opacity=b),Q&&ie[x]&&(ie[x].style.opacity=b)}let gs,zs,ar,Zr={focus:!0};function $_(x){if(x!=ar){let b=x==null,I=qt.alpha!=1;v.forEach((U,W)=>{if(s==1||W>0){let J=b||W==0||W==x;U._focus=b?null:J,I&&Y_(W,J?1:qt.alpha)}}),ar=x,I&&Bn()}}Q&&le&&kt(Zg,Lt,x=>{ht._lock||(ae(x),ar!=null&&Ki(null,Zr,!0,pn.setSeries))});function ji(x,b,I){let U=S[b];I&&(x=x/Ne-(U.ori==1?ce:Xt));let W=F;U.ori==1&&(W=Mt,x=W-x),U.dir==-1&&(x=W-x);let J=U._min,at=U._max,mt=x/W,At=J+(at-J)*mt,zt=U.distr;return zt==3?zo(10,At):zt==4?Kw(At,U.asinh):zt==100?U.bwd(At):At}function Z_(x,b){let I=ji(x,A,b);return qi(I,t[0],cn,hn)}n.valToIdx=x=>qi(x,t[0]),n.posToIdx=Z_,n.posToVal=ji,n.valToPos=(x,b,I)=>S[b].ori==0?r(x,S[b],I?X:F,I?P:0):o(x,S[b],I?dt:Mt,I?M:0),n.setCursor=(x,b,I)=>{$e=x.left,tn=x.top,lr(null,b,I)};function dp(x,b){Qe($r,Oo,Ze.left=x),Qe($r,ul,Ze.width=b)}function fp(x,b){Qe($r,"top",Ze.top=x),Qe($r,dl,Ze.height=b)}let jo=D.ori==0?dp:fp,Qo=D.ori==1?dp:fp;function J_(){if(Q&&ft.live)for(let x=s==2?1:0;x<v.length;x++){if(x==0&&ne)continue;let b=ft.values[x],I=0;for(let U in b)Jt[x][I++].firstChild.nodeValue=b[U]}}function xu(x,b){if(x!=null&&(x.idxs?x.idxs.forEach((I,U)=>{tt[U]=I}):e1(x.idx)||tt.fill(x.idx),ft.idx=tt[0]),Q&&ft.live){for(let I=0;I<v.length;I++)(I>0||s==1&&!ne)&&K_(I,tt[I]);J_()}gt=!1,b!==!1&&En("setLegend")}n.setLegend=xu;function K_(x,b){let I=v[x],U=x==0&&z==2?ai:t[x],W;ne?W=I.values(n,x,b)??rt:(W=I.value(n,b==null?null:U[b],x,b),W=W==null?rt:{_:W}),ft.values[x]=W}function lr(x,b,I){hp=$e,up=tn,[$e,tn]=ht.move(n,$e,tn),ht.left=$e,ht.top=tn,_t&&(Wr&&us(Wr,vn($e),0,F,Mt),Xr&&us(Xr,0,vn(tn),F,Mt));let U,W=cn>hn;gs=Xe,zs=null;let J=D.ori==0?F:Mt,at=D.ori==1?F:Mt;if($e<0||rn==0||W){U=ht.idx=null;for(let mt=0;mt<v.length;mt++){let At=ye[mt];At!=null&&us(At,-10,-10,F,Mt)}le&&Ki(null,Zr,!0,x==null&&pn.setSeries),ft.live&&(tt.fill(U),gt=!0)}else{let mt,At,zt;s==1&&(mt=D.ori==0?$e:tn,At=ji(mt,A),U=ht.idx=qi(At,t[0],cn,hn),zt=G(t[0][U],D,J,0));let Vt=-10,Wt=-10,me=0,De=0,Pe=!0,Te="",re="";for(let jt=s==2?1:0;jt<v.length;jt++){let Je=v[jt],an=tt[jt],Tn=an==null?null:s==1?t[jt][an]:t[jt][1][an],We=ht.dataIdx(n,jt,U,At),ln=We==null?null:s==1?t[jt][We]:t[jt][1][We];if(gt=gt||ln!=Tn||We!=an,tt[jt]=We,jt>0&&Je.show){let li=We==null?-10:We==U?zt:G(s==1?t[0][We]:t[jt][0][We],D,J,0),Xn=ln==null?-10:N(ln,s==1?S[Je.scale]:S[Je.facets[1].scale],at,0);if(le&&ln!=null){let vi=D.ori==1?$e:tn,Ci=Sn(qt.dist(n,jt,We,Xn,vi));if(Ci<gs){let Qi=qt.bias;if(Qi!=0){let ci=ji(vi,Je.scale),Si=ln>=0?1:-1,Pi=ci>=0?1:-1;Pi==Si&&(Pi==1?Qi==1?ln>=ci:ln<=ci:Qi==1?ln<=ci:ln>=ci)&&(gs=Ci,zs=jt)}else gs=Ci,zs=jt}}if(gt||Nt){let vi,Ci;D.ori==0?(vi=li,Ci=Xn):(vi=Xn,Ci=li);let Qi,ci,Si,Pi,ts,qn,hi=!0,cr=ut.bbox;if(cr!=null){hi=!1;let Yn=cr(n,jt);Si=Yn.left,Pi=Yn.top,Qi=Yn.width,ci=Yn.height}else Si=vi,Pi=Ci,Qi=ci=ut.size(n,jt);if(qn=ut.fill(n,jt),ts=ut.stroke(n,jt),Nt)jt==zs&&gs<=qt.prox&&(Vt=Si,Wt=Pi,me=Qi,De=ci,Pe=hi,Te=qn,re=ts);else{let Yn=ye[jt];Yn!=null&&(Ye[jt]=Si,Gn[jt]=Pi,n0(Yn,Qi,ci,hi),t0(Yn,qn,ts),us(Yn,Ai(Si),Ai(Pi),F,Mt))}}}}if(Nt){let jt=qt.prox,Je=ar==null?gs<=jt:gs>jt||zs!=ar;if(gt||Je){let an=ye[0];an!=null&&(Ye[0]=Vt,Gn[0]=Wt,n0(an,me,De,Pe),t0(an,Te,re),us(an,Ai(Vt),Ai(Wt),F,Mt))}}}if(Ze.show&&Bs)if(x!=null){let[mt,At]=pn.scales,[zt,Vt]=pn.match,[Wt,me]=x.cursor.sync.scales,De=x.cursor.drag;if(bn=De._x,wn=De._y,bn||wn){let{left:Pe,top:Te,width:re,height:jt}=x.select,Je=x.scales[Wt].ori,an=x.posToVal,Tn,We,ln,li,Xn,vi=mt!=null&&zt(mt,Wt),Ci=At!=null&&Vt(At,me);vi&&bn?(Je==0?(Tn=Pe,We=re):(Tn=Te,We=jt),ln=S[mt],li=G(an(Tn,Wt),ln,J,0),Xn=G(an(Tn+We,Wt),ln,J,0),jo(Yi(li,Xn),Sn(Xn-li))):jo(0,J),Ci&&wn?(Je==1?(Tn=Pe,We=re):(Tn=Te,We=jt),ln=S[At],li=N(an(Tn,me),ln,at,0),Xn=N(an(Tn+We,me),ln,at,0),Qo(Yi(li,Xn),Sn(Xn-li))):Qo(0,at)}else Su()}else{let mt=Sn(hp-lp),At=Sn(up-cp);if(D.ori==1){let me=mt;mt=At,At=me}bn=Pn.x&&mt>=Pn.dist,wn=Pn.y&&At>=Pn.dist;let zt=Pn.uni;zt!=null?bn&&wn&&(bn=mt>=zt,wn=At>=zt,!bn&&!wn&&(At>mt?wn=!0:bn=!0)):Pn.x&&Pn.y&&(bn||wn)&&(bn=wn=!0);let Vt,Wt;bn&&(D.ori==0?(Vt=qr,Wt=$e):(Vt=Yr,Wt=tn),jo(Yi(Vt,Wt),Sn(Wt-Vt)),wn||Qo(0,at)),wn&&(D.ori==1?(Vt=qr,Wt=$e):(Vt=Yr,Wt=tn),Qo(Yi(Vt,Wt),Sn(Wt-Vt)),bn||jo(0,J)),!bn&&!wn&&(jo(0,0),Qo(0,0))}if(Pn._x=bn,Pn._y=wn,x==null){if(I){if(wp!=null){let[mt,At]=pn.scales;pn.values[0]=mt!=null?ji(D.ori==0?$e:tn,mt):null,pn.values[1]=At!=null?ji(D.ori==1?$e:tn,At):null}ea(gf,n,$e,tn,F,Mt,U)}if(le){let mt=I&&pn.setSeries,At=qt.prox;ar==null?gs<=At&&Ki(zs,Zr,!0,mt):gs>At?Ki(null,Zr,!0,mt):zs!=ar&&Ki(zs,Zr,!0,mt)}}gt&&(ft.idx=U,xu()),b!==!1&&En("setCursor")}let Vs=null;Object.defineProperty(n,"rect",{get(){return Vs==null&&ta(!1),Vs}});function ta(x=!1){x?Vs=null:(Vs=m.getBoundingClientRect(),En("syncRect",Vs))}function pp(x,b,I,U,W,J,at){ht._lock||Bs&&x!=null&&x.movementX==0&&x.movementY==0||(yu(x,b,I,U,W,J,at,!1,x!=null),x!=null?lr(null,!0,!0):lr(b,!0,!1))}function yu(x,b,I,U,W,J,at,mt,At){if(Vs==null&&ta(!1),ae(x),x!=null)I=x.clientX-Vs.left,U=x.clientY-Vs.top;else{if(I<0||U<0){$e=-10,tn=-10;return}let[zt,Vt]=pn.scales,Wt=b.cursor.sync,[me,De]=Wt.values,[Pe,Te]=Wt.scales,[re,jt]=pn.match,Je=b.axes[0].side%2==1,an=D.ori==0?F:Mt,Tn=D.ori==1?F:Mt,We=Je?J:W,ln=Je?W:J,li=Je?U:I,Xn=Je?I:U;if(Pe!=null?I=re(zt,Pe)?a(me,S[zt],an,0):-10:I=an*(li/We),Te!=null?U=jt(Vt,Te)?a(De,S[Vt],Tn,0):-10:U=Tn*(Xn/ln),D.ori==1){let vi=I;I=U,U=vi}}At&&(b==null||b.cursor.event.type==gf)&&((I<=1||I>=F-1)&&(I=Lr(I,F)),(U<=1||U>=Mt-1)&&(U=Lr(U,Mt))),mt?(lp=I,cp=U,[qr,Yr]=ht.move(n,I,U)):($e=I,tn=U)}let vu={width:0,height:0,left:0,top:0};function Su(){vl(vu,!1)}let mp,gp,_p,xp;function yp(x,b,I,U,W,J,at){Bs=!0,bn=wn=Pn._x=Pn._y=!1,yu(x,b,I,U,W,J,at,!0,!1),x!=null&&(kt(_f,Mf,vp,!1),ea(Yg,n,qr,Yr,F,Mt,null));let{left:mt,top:At,width:zt,height:Vt}=Ze;mp=mt,gp=At,_p=zt,xp=Vt}function vp(x,b,I,U,W,J,at){Bs=Pn._x=Pn._y=!1,yu(x,b,I,U,W,J,at,!1,!0);let{left:mt,top:At,width:zt,height:Vt}=Ze,Wt=zt>0||Vt>0,me=mp!=mt||gp!=At||_p!=zt||xp!=Vt;if(Wt&&me&&vl(Ze),Pn.setScale&&Wt&&me){let De=mt,Pe=zt,Te=At,re=Vt;if(D.ori==1&&(De=At,Pe=Vt,Te=mt,re=zt),bn&&ks(A,ji(De,A),ji(De+Pe,A)),wn)for(let jt in S){let Je=S[jt];jt!=A&&Je.from==null&&Je.min!=Xe&&ks(jt,ji(Te+re,jt),ji(Te,jt))}Su()}else ht.lock&&(ht._lock=!ht._lock,lr(b,!0,x!=null));x!=null&&(ge(_f,Mf),ea(_f,n,$e,tn,F,Mt,null))}function j_(x,b,I,U,W,J,at){if(ht._lock)return;ae(x);let mt=Bs;if(Bs){let At=!0,zt=!0,Vt=10,Wt,me;D.ori==0?(Wt=bn,me=wn):(Wt=wn,me=bn),Wt&&me&&(At=$e<=Vt||$e>=F-Vt,zt=tn<=Vt||tn>=Mt-Vt),Wt&&At&&($e=$e<qr?0:F),me&&zt&&(tn=tn<Yr?0:Mt),lr(null,!0,!0),Bs=!1}$e=-10,tn=-10,tt.fill(null),lr(null,!0,!0),mt&&(Bs=mt)}function Sp(x,b,I,U,W,J,at){ht._lock||(ae(x),Ko(),Su(),x!=null&&ea(Jg,n,$e,tn,F,Mt,null))}function Mp(){E.forEach(_E),B(n.width,n.height,!0)}Ur(Wh,ko,Mp);let Jr={};Jr.mousedown=yp,Jr.mousemove=pp,Jr.mouseup=vp,Jr.dblclick=Sp,Jr.setSeries=(x,b,I,U)=>{let W=pn.match[2];I=W(n,b,I),I!=-1&&Ki(I,U,!0,!1)},_t&&(kt(Yg,m,yp),kt(gf,m,pp),kt($g,m,x=>{ae(x),ta(!1)}),kt(Zg,m,j_),kt(Jg,m,Sp),Pf.add(n),n.syncRect=ta);let Sl=n.hooks=i.hooks||{};function En(x,b,I){Wn?He.push([x,b,I]):x in Sl&&Sl[x].forEach(U=>{U.call(null,n,b,I)})}(i.plugins||[]).forEach(x=>{for(let b in x.hooks)Sl[b]=(Sl[b]||[]).concat(x.hooks[b])});let bp=(x,b,I)=>I,pn=gn({key:null,setSeries:!1,filters:{pub:a0,sub:a0},scales:[A,v[1]?v[1].scale:null],match:[l0,l0,bp],values:[null,null]},ht.sync);pn.match.length==2&&pn.match.push(bp),ht.sync=pn;let wp=pn.key,Mu=s_(wp);function ea(x,b,I,U,W,J,at){pn.filters.pub(x,b,I,U,W,J,at)&&Mu.pub(x,b,I,U,W,J,at)}Mu.sub(n);function Q_(x,b,I,U,W,J,at){pn.filters.sub(x,b,I,U,W,J,at)&&Jr[x](null,b,I,U,W,J,at)}n.pub=Q_;function tx(){Mu.unsub(n),Pf.delete(n),ee.clear(),Ef(Wh,ko,Mp),c.remove(),Lt?.remove(),En("destroy")}n.destroy=tx;function bu(){En("init",i,t),Jo(t||i.data,!1),H[A]?mu(A,H[A]):Ko(),it=Ze.show&&(Ze.width>0||Ze.height>0),et=gt=!0,B(i.width,i.height)}return v.forEach(zr),E.forEach(ds),e?e instanceof HTMLElement?(e.appendChild(c),bu()):e(n,bu):bu(),n}On.assign=gn;On.fmtNum=Of;On.rangeNum=Xh;On.rangeLog=$h;On.rangeAsinh=Uf;On.orient=Or;On.pxRatio=Ne;On.join=l1;On.fmtDate=kf,On.tzDate=y1;On.sync=s_;{On.addGap=eE,On.clipGaps=Kh;let i=On.paths={points:h_};i.linear=d_,i.stepped=sE,i.bars=rE,i.spline=aE}var g_=["#4f8ff7","#f0913d","#4fb86a","#e5566d","#35b7b0","#b083e8","#d9b43a","#ef8fb3","#a98467","#8fa3bd"],xE=(i,t)=>{let e=i==="dark"?"#9fb0c3":"#4a586b",n={stroke:i==="dark"?"rgba(140, 160, 185, 0.16)":"rgba(60, 80, 110, 0.14)",width:1},s="11px system-ui, sans-serif",r={stroke:e,grid:n,ticks:n,font:s,labelFont:s};return[{...r,size:30,values:(o,a)=>a.map(xe)},{...r,size:58,label:t==="1"?"":t,labelSize:16,values:(o,a)=>a.map(xe)}]},yE=i=>({hooks:{draw:t=>{let e=t.valToPos(i.time,"x",!0);e<t.bbox.left-1||e>t.bbox.left+t.bbox.width+1||(t.ctx.save(),t.ctx.strokeStyle="#f5c451",t.ctx.lineWidth=1.5*devicePixelRatio,t.ctx.beginPath(),t.ctx.moveTo(e,t.bbox.top),t.ctx.lineTo(e,t.bbox.top+t.bbox.height),t.ctx.stroke(),t.ctx.restore())}}}),qf=(i,t,e,{width:n,height:s,theme:r,onZoom:o,range:a})=>{let{series:l}=t,c=(t.page.time||"time")==="time",h={width:n,height:s,scales:{x:{time:!1}},axes:xE(r,l.unit(e[0])),legend:{show:!0,live:!0},cursor:{drag:{x:!0,y:!1,uni:20},points:{size:6}},series:[{label:c?"t":t.page.time,value:(f,m)=>m===null?"\u2013":`${xe(m)}${c?" s":""}`},...e.map((f,m)=>({label:f,stroke:g_[m%g_.length],width:1.6,points:{show:!1},value:(_,p)=>xe(p)}))],plugins:[yE(t)],hooks:{setSelect:[f=>f.select.width>3&&o?.(f.posToVal(f.select.left,"x"),f.posToVal(f.select.left+f.select.width,"x"))]}},u=new On(h,[l.time,...e.map(f=>l.values(f))],i);a&&u.setScale("x",{min:a[0],max:a[1]});let d=null;return u.over.addEventListener("mousedown",f=>d=f.clientX),u.over.addEventListener("mouseup",f=>{d!==null&&Math.abs(f.clientX-d)<4&&t.setTime(u.posToVal(f.offsetX,"x"))}),u.over.addEventListener("dblclick",()=>o?.(null)),u},eu=class{constructor(t,e){this.host=t,this.viewer=e,this.names=[],this.charts=[],this.range=null,this.area=lt("div",{class:"charts"}),this.chosen=lt("div",{class:"chips"}),this.makePicker(),t.append(this.picker,this.chosen,this.area),e.on("time",()=>this.redraw()),new ResizeObserver(()=>this.resize()).observe(t)}makePicker(){let{page:t}=this.viewer;this.list=lt("div",{class:"channel-list",role:"listbox"}),this.search=lt("input",{type:"search",placeholder:`Search ${t.channels.length} channels \u2026`,"aria-label":"Search channels",id:"channel-search"}),this.search.addEventListener("input",()=>this.showList()),this.search.addEventListener("focus",()=>this.showList()),this.search.addEventListener("keydown",s=>{s.key==="Escape"&&(s.preventDefault(),this.hideList(),this.search.blur()),s.key==="Enter"&&this.list.querySelector("button")?.click()});let e=lt("button",{class:"small",id:"csv",title:"Save what is shown as comma-separated values"},"CSV");e.addEventListener("click",()=>this.save());let n=lt("button",{class:"small",title:"Remove all channels"},"Clear");n.addEventListener("click",()=>this.set([])),this.picker=lt("div",{class:"picker"},this.search,e,n,this.list),document.addEventListener("pointerdown",s=>!this.picker.contains(s.target)&&this.hideList())}showList(){let t=this.search.value.toLowerCase().split(/\s+/).filter(Boolean),e=this.viewer.page.channels.filter(({name:n})=>t.every(s=>n.toLowerCase().includes(s)));this.list.replaceChildren(...e.slice(0,300).map(({name:n,unit:s,low:r,high:o})=>{let a=lt("button",{class:this.names.includes(n)?"on":"",role:"option","data-channel":n},lt("span",{},n),lt("small",{},`${xe(r)} \u2026 ${xe(o)} ${s==="1"?"":s}`));return a.addEventListener("click",()=>{this.toggle(n),a.classList.toggle("on")}),a})),e.length||this.list.append(lt("p",{},"No channel has these words in its name.")),this.list.classList.add("open")}hideList(){this.list.classList.remove("open")}toggle(t){this.set(this.names.includes(t)?this.names.filter(e=>e!==t):[...this.names,t])}set(t){this.names=t.filter(e=>this.viewer.series.has(e)),this.build()}build(){for(let e of this.charts)e.destroy();if(this.charts=[],this.chosen.replaceChildren(...this.names.map(e=>{let n=lt("button",{class:"chip",title:"Remove"},`${e} \xD7`);return n.addEventListener("click",()=>this.toggle(e)),n})),this.area.replaceChildren(),!this.names.length){this.area.append(lt("p",{class:"hint"},"Search for a channel, or click a part and then one of its channels. Click in a plot to go to a time, drag to zoom, double click to see all."));return}let t=Map.groupBy?Map.groupBy(this.names,e=>this.viewer.series.unit(e)):vE(this.names,e=>this.viewer.series.unit(e));for(let e of t.values()){let n=lt("div",{class:"chart"});this.area.append(n),this.charts.push(qf(n,this.viewer,e,{width:this.width(),height:200,theme:this.viewer.stage.theme,range:this.range,onZoom:(s,r)=>this.zoom(s,r)}))}}zoom(t,e){let{time:n}=this.viewer.series;this.range=t===null?null:[t,e];for(let s of this.charts)s.setScale("x",{min:t??n[0],max:e??n[n.length-1]})}width(){return Math.max(200,this.host.clientWidth-20)}resize(){for(let t of this.charts)t.setSize({width:this.width(),height:200})}redraw(){if(this.host.offsetParent!==null)for(let t of this.charts)t.redraw(!1,!1)}csv(){let{series:t}=this.viewer,e=this.names.map(s=>t.values(s)),n=[`${(this.viewer.page.time||"time")==="time"?"time [s]":this.viewer.page.time},${this.names.map(s=>`${s} [${t.unit(s)}]`).join(",")}`];return t.time.forEach((s,r)=>{this.range&&(s<this.range[0]||s>this.range[1])||n.push([s,...e.map(o=>o[r])].join(","))}),n.join(`
`)+`
`}save(){if(!this.names.length)return;let t=lt("a",{download:"channels.csv",href:URL.createObjectURL(new Blob([this.csv()],{type:"text/csv"}))});t.click(),setTimeout(()=>URL.revokeObjectURL(t.href),1e3)}},vE=(i,t)=>{let e=new Map;for(let n of i)e.set(t(n),[...e.get(t(n))??[],n]);return e};var __=["x","y","z"],si=new R,or=new Ee,Hn=new R,x_=new R,y_=(i,t,e)=>{let n=new Ge,s=new je(new Ts(.22*i,.22*i,1,14).rotateX(Math.PI/2),t),r=()=>new je(new Ea(.62*i,1.5*i,18).rotateX(Math.PI/2),t),o=e?[r(),r()]:[r()];return n.add(s,...o),n.setLength=a=>{let l=Math.min(1.5*i,.5*a),c=Math.max(a-l,.02*i);s.scale.z=c,s.position.z=c/2,o.forEach((h,u)=>{h.scale.z=l/(1.5*i),h.position.z=c+.5*l-.6*u*l})},n},nu=class{constructor(t,e,n,s,r){this.motion=e,this.series=n,this.g=s,this.object=new Ge,this.items=[],this.kinds={load:!0,reaction:!1};let o={load:{force:Wi("#ff5a4f",{roughness:.4}),moment:Wi("#ff9f43",{roughness:.4})},reaction:{force:Wi("#39b5ff",{roughness:.4}),moment:Wi("#8f7bff",{roughness:.4})}},a=(l,c,h,u)=>{for(let d of["force","moment"]){let f=__.map(p=>t.channels[t.channelIndex.get(`${c}.${d}.${p}`)]);if(f.some(p=>!p||p.low===null))continue;let m=Math.max(...f.map(p=>Math.max(Math.abs(p.low),Math.abs(p.high))));if(m<1e-9)continue;let _=y_(s,o[l][d],d==="moment");this.object.add(_),this.items.push({kind:l,name:c,quantity:d,mesh:_,largest:m,inFrame:u,track:h.track,at:Gi(e,h.at),axes:h.axes&&Gi(e,h.axes)})}};for(let l of e.geometry.loads)a("load",l.name,{at:l});for(let l of e.geometry.joints)a("reaction",l.name,{at:l.sides[1],axes:l.sides[0],track:l.track},!0);this.addCombs(t,s,o.load),this.longest=.22*r,this.scales={};for(let l of["load","reaction"])for(let c of["force","moment"])this.scales[l+c]=Math.max(0,...this.items.filter(h=>h.kind===l&&h.quantity===c).map(h=>h.largest));this.factor=1,this.update()}addCombs(t,e,n){this.combs=[];for(let s of t.geometry.beam_loads??[])for(let r of["force","moment"]){let o=t.block(`loads/${Uh(s.name)}/${r}`),a=o&&new Yf(this.motion,s,r,o,e,n[r]);!a||!(a.largest>0)||(this.combs.push(a),this.object.add(a.object))}}has(t){return this.items.some(e=>e.kind===t)||t==="load"&&this.combs.length>0}updateCombs(){for(let t of[!0,!1]){let e=this.combs.filter(s=>s.pushes===t),n=Math.max(...e.map(s=>s.largest));for(let s of e)s.object.visible=this.kinds.load,s.object.visible&&s.update(.55*this.factor*this.longest/n)}}update(){this.updateCombs();for(let t of this.items){if(t.mesh.visible=this.kinds[t.kind]&&!t.hidden,!t.mesh.visible)continue;Hn.set(...__.map(s=>this.series.at(`${t.name}.${t.quantity}.${s}`,this.motion.time))),t.track?(this.motion.place(t.at,si,or),this.motion.alongTrack(t.track,si,or),Hn.set(Hn.y,Hn.z,Hn.x).applyQuaternion(or)):t.inFrame&&(this.motion.place(t.axes,si,or),Hn.applyQuaternion(or));let e=this.scales[t.kind+t.quantity],n=this.factor*this.longest*Hn.length()/e;t.mesh.visible=Hn.length()>1e-6*e,this.motion.place(t.at,si,or),t.mesh.position.copy(si),t.mesh.visible&&(cl(t.mesh,Hn),t.mesh.setLength(n),t.kind==="load"&&t.quantity==="force"&&t.mesh.position.addScaledVector(Hn.normalize(),-n))}}},SE=25,Yf=class{constructor(t,e,n,s,r,o){this.motion=t,this.track=t.beams.find(h=>h.beam.name===e.beam),this.block=s,this.row=new Float32Array(s.width),this.object=new Ge,this.pushes=n==="force",this.off=Math.max(.5*t.page.scene.beams[t.beams.indexOf(this.track)].thickness,.15*r);let{span:a,count:l}=this.track,c=Math.min(SE,Math.max(9,l));this.places=Array.from({length:c},(h,u)=>{let d=a[l-1]*u/(c-1),[f,m]=ll(a,d);return{node:f,share:m,mesh:y_(.6*r,o,!this.pushes),tail:new R}}),this.spine=new Ir(new Ls,new Vi({color:o.color,linewidth:1.6})),this.spine.frustumCulled=!1,this.object.add(this.spine,...this.places.map(h=>h.mesh)),this.largest=0;for(let h=0;h<s.rows;h++)for(let u=0;u<s.width;u+=3)this.largest=Math.max(this.largest,Math.hypot(s.at(h,u),s.at(h,u+1),s.at(h,u+2)))}update(t){let e=Math.floor(this.motion.frame),n=Do(this.block,e,this.motion.frame-e,this.row);for(let{node:s,share:r,mesh:o,tail:a}of this.places){let l=(u,d)=>(d.fromArray(u,3*s),r>0?d.lerp(x_.fromArray(u,3*s+3),r):d);l(this.track.x,si),l(n,Hn);let c=t*Hn.length(),h=Hn.length()||1;this.pushes?si.addScaledVector(Hn,-this.off/h):si.add(x_.set(0,1.4*this.off,0).applyQuaternion(or.fromArray(this.track.q,4*s))),a.copy(si).addScaledVector(Hn,this.pushes?-t:t),o.visible=c>.01*t*this.largest,o.visible&&(cl(o,Hn),o.setLength(c),o.position.copy(this.pushes?a:si))}this.spine.geometry.setPositions(this.places.flatMap(({tail:s})=>s.toArray()))}},iu=class{constructor(t,e,n){this.motion=t;let s=Gi(t,e),r=t.time,o=[];for(let l of t.times)t.setTime(l),t.place(s,si,or),o.push(si.x,si.y,si.z);t.setTime(r),this.points=o,this.object=new Ge;let a=(l,c)=>{let h=new Ls;h.setPositions(o.length>3?o:[...o,...o]);let u=new Ir(h,new Vi({color:n,linewidth:l,transparent:c<1,opacity:c}));return u.frustumCulled=!1,this.object.add(u),u};this.whole=a(1.6,.28),this.past=a(2.6,1),this.update()}update(){let t=Math.floor(this.motion.frame);this.past.geometry.instanceCount=Math.max(0,t),this.past.visible=t>0}};var v_={magnitude:["#5661c9","#3f8bd8","#35b4c2","#5ccd86","#b3da58","#f4d23f","#f5843a"],signed:["#2b4bb8","#5f8fe0","#a9c7ee","#e8e4dc","#f2b193","#dd6a55","#a81c35"]},$f=256,Zf=new Map,S_=i=>{if(Zf.has(i))return Zf.get(i);let t=v_[i].map(n=>new pe().setStyle(n,"srgb-linear")),e=new Float32Array(3*$f);for(let n=0;n<$f;n++){let s=n/($f-1)*(t.length-1),r=Math.min(Math.floor(s),t.length-2),o=t[r].clone().lerp(t[r+1],s-r);o.setRGB(o.r,o.g,o.b,"srgb"),e.set([o.r,o.g,o.b],3*n)}return Zf.set(i,e),e};var M_=i=>v_[i];var ME=.766,E_=i=>{let t=i.map(([n,s],r)=>{let[o,a]=i[(r+1)%i.length],l=Math.hypot(o-n,a-s)||1;return[(a-s)/l,(n-o)/l]}),e=n=>t[(n+i.length-1)%i.length];return{normals:t,before:e,sharp:t.map((n,s)=>e(s)[0]*n[0]+e(s)[1]*n[1]<ME)}},b_=(i,t)=>{let{normals:e,before:n}=E_(i);return i.flatMap(([s,r],o)=>{let[a,l]=[n(o),e[o]];if(t[o])return[[s,r,...a],[s,r,...l]];let c=Math.hypot(a[0]+l[0],a[1]+l[1])||1;return[[s,r,(a[0]+l[0])/c,(a[1]+l[1])/c]]})},bE=i=>Array.from({length:i.length/2},(t,e)=>[i[2*e],i[2*e+1]]),wE=(i,t,e)=>i.map(([n,s],r)=>[n+e*(t[r][0]-n),s+e*(t[r][1]-s)]),EE=(i,t)=>{let e=0;for(;e<i.length&&i[e].at<=t;)e++;let n=i[Math.max(e-1,0)],s=i[Math.min(e,i.length-1)];return n===s||e===0?n.outline:wE(n.outline,s.outline,(t-n.at)/(s.at-n.at))},TE=(i,t)=>i.map((e,n)=>i.reduce((s,r,o)=>o===n?s:s*(t-r)/(e-r),1)),ru=[{key:"axial",label:"axial force",unit:"N",block:"force",parts:[0]},{key:"shear.y",label:"shear force y",unit:"N",block:"force",parts:[1]},{key:"shear.z",label:"shear force z",unit:"N",block:"force",parts:[2]},{key:"torque",label:"torque",unit:"N m",block:"force",parts:[3]},{key:"moment.y",label:"bending moment y",unit:"N m",block:"force",parts:[4]},{key:"moment.z",label:"bending moment z",unit:"N m",block:"force",parts:[5]},{key:"shear",label:"shear force, resultant",unit:"N",block:"force",parts:[1,2]},{key:"bending",label:"bending moment, resultant",unit:"N m",block:"force",parts:[4,5]},{key:"strain.axial",label:"axial strain",unit:"1",block:"strain",parts:[0]},{key:"strain.y",label:"shear strain y",unit:"1",block:"strain",parts:[1]},{key:"strain.z",label:"shear strain z",unit:"1",block:"strain",parts:[2]},{key:"twist",label:"twist",unit:"1/m",block:"strain",parts:[3]},{key:"curvature.y",label:"curvature y",unit:"1/m",block:"strain",parts:[4]},{key:"curvature.z",label:"curvature z",unit:"1/m",block:"strain",parts:[5]}],AE=1e-12,RE=({track:{strain:i,span:t}})=>{if(!i)return!0;let e=Math.abs(t[t.length-1]-t[0]);return Array.from({length:6},(n,s)=>i.scales[s]*(s<3?1:e)).some(n=>!(n<=AE))},Jf=(i,t)=>{let e=i.map(l=>l.range(t)).filter(l=>l&&l.high>=l.low);if(!e.length||!i.some(RE))return null;let n=Math.min(...e.map(l=>l.low)),s=Math.max(...e.map(l=>l.high)),r=Math.max(Math.abs(n),Math.abs(s));if(!(r>0))return null;let o=n<0&&t.parts.length===1,a=o?l=>.5+.5*l/r:l=>(l-n)/(s-n||r);return{quantity:t,map:o?"signed":"magnitude",low:n,high:s,from:a(n),to:a(s),share:a}},w_=Array.from({length:4},()=>new Float64Array(3)),su=class{constructor(t,e){let{beam:n}=t;this.track=t,this.order=n.order,this.pieces=n.order*Math.max(1,Math.min(4,Math.ceil(e.rings/(n.nodes-1)))),this.makeWeights(),this.makeOutlines(e.sections),this.ringCount=n.elements*(this.pieces+1),this.makeMesh(e),this.color=e.color,this.paint(null)}makeWeights(){let{span:t}=this.track,e=Array.from({length:this.order+1},(n,s)=>(t[s]-t[0])/(t[this.order]-t[0]));this.weights=Array.from({length:this.pieces+1},(n,s)=>TE(e,s/this.pieces))}makeOutlines(t){let{beam:e,span:n}=this.track,s=t.map(({at:a,outline:l})=>({at:a,outline:bE(l)})),{sharp:r}=E_(s[0].outline),o=b_(s[0].outline,r);this.sides=o.length,this.outlines=[];for(let a=0;a<e.elements;a++)for(let l=0;l<=this.pieces;l++){let c=n[a*this.order],h=n[(a+1)*this.order],u=(c+(h-c)*l/this.pieces)/e.length;this.outlines.push(s.length===1?o:b_(EE(s,u),r))}}makeMesh(t){let{sides:e,ringCount:n}=this,s=this.pieces+1,r=[];for(let d=0;d+1<n;d++)if((d+1)%s!==0)for(let f=0;f<e;f++){let m=d*e+f,_=d*e+(f+1)%e;r.push(m,_,m+e,_,_+e,m+e)}let o=2*e,a=(n+1)*e,l=d=>wi.triangulateShape(d.map(([f,m])=>new pt(f,m)),[]);for(let[d,f,m]of l(this.outlines[0]))r.push(n*e+d,n*e+m,n*e+f);for(let[d,f,m]of l(this.outlines[n-1]))r.push(a+d,a+f,a+m);let c=n*e+o;this.positions=new Float32Array(3*c),this.normals=new Float32Array(3*c),this.colors=new Float32Array(3*c);let h=new en,u=d=>new pi(d,3).setUsage(Ld);h.setAttribute("position",u(this.positions)),h.setAttribute("normal",u(this.normals)),h.setAttribute("color",u(this.colors)),h.setIndex(c>65535?new mr(r,1):new pr(r,1)),this.mesh=new je(h,new rs({vertexColors:!0,roughness:.6,metalness:.05,side:Dn})),this.mesh.frustumCulled=!1,this.mesh.castShadow=t.shadows}frame(t,e,n,s){let{q:r,stationTurn:o}=this.track,a=4*(t*this.order+e),[l,c,h,u]=[r[a],r[a+1],r[a+2],r[a+3]],d=4*(t*(this.order+1)+e);if(o[d+3]<.999999){let[f,m,_,p]=[o[d],o[d+1],o[d+2],o[d+3]];[l,c,h,u]=[u*f+l*p+c*_-h*m,u*m-l*_+c*p+h*f,u*_+l*m-c*f+h*p,u*p-l*f-c*m-h*_]}n[s]=2*(l*c-u*h),n[s+1]=1-2*(l*l+h*h),n[s+2]=2*(c*h+u*l),n[s+3]=2*(l*h+u*c),n[s+4]=2*(c*h-u*l),n[s+5]=1-2*(l*l+c*c)}update(){let{track:t,order:e,pieces:n,weights:s}=this,r=this.directors??(this.directors=new Float64Array(6*(e+1))),o=0;for(let a=0;a<t.beam.elements;a++){for(let l=0;l<=e;l++)this.frame(a,l,r,6*l);for(let l=0;l<=n;l++){let[c,h,u]=w_;c.fill(0),h.fill(0),u.fill(0);for(let d=0;d<=e;d++){let f=s[l][d];if(f===0)continue;let m=3*(a*e+d);for(let _=0;_<3;_++)c[_]+=f*t.x[m+_],h[_]+=f*r[6*d+_],u[_]+=f*r[6*d+3+_]}this.putRing(o++,c,h,u)}}this.putCaps();for(let a of["position","normal"])this.mesh.geometry.attributes[a].needsUpdate=!0}putRing(t,e,n,s){let{positions:r,normals:o,sides:a}=this,l=this.outlines[t],c=3*t*a;for(let h=0;h<a;h++){let u=l[h];for(let d=0;d<3;d++,c++)r[c]=e[d]+u[0]*n[d]+u[1]*s[d],o[c]=u[2]*n[d]+u[3]*s[d]}}putCaps(){let{positions:t,normals:e,sides:n,ringCount:s}=this,[,,,r]=w_;for(let[o,a]of[[0,s],[s-1,s+1]]){let l=o===0?1:o-1;for(let h=0;h<3;h++)r[h]=t[3*o*n+h]-t[3*l*n+h];let c=Math.hypot(...r)||1;for(let h=0;h<3*n;h++)t[3*a*n+h]=t[3*o*n+h],e[3*a*n+h]=r[h%3]/c}}paint(t,e,n){let{sides:s,ringCount:r,colors:o,color:a}=this;if(!t||!this.track[t.quantity.block])for(let l=0;l<o.length;l+=3)o[l]=a.r,o[l+1]=a.g,o[l+2]=a.b;else{let l=S_(t.map),c=this.stationValues(t.quantity,e,n);for(let h=0;h<r;h++){let u=this.valueAt(c,h),d=3*Math.round(255*Math.max(0,Math.min(1,t.share(u))));this.paintRing(h,l,d),h===0&&this.paintRing(r,l,d),h===r-1&&this.paintRing(r+1,l,d)}}this.mesh.geometry.attributes.color.needsUpdate=!0}paintRing(t,e,n){let{colors:s,sides:r}=this;for(let o=0,a=3*t*r;o<r;o++,a+=3)s[a]=e[n],s[a+1]=e[n+1],s[a+2]=e[n+2]}stationValues(t,e,n){let s=this.track[t.block];this.rowOfBlock??(this.rowOfBlock=new Float64Array(s.width));let r=Do(s,e,n,this.rowOfBlock),o=this.values??(this.values=new Float64Array(s.width/6)),[a,l]=t.parts;for(let c=0;c<o.length;c++)o[c]=l===void 0?r[6*c+a]:Math.hypot(r[6*c+a],r[6*c+l]);return o}valueAt(t,e){let n=Math.floor(e/(this.pieces+1)),s=this.weights[e%(this.pieces+1)],r=0;for(let o=0;o<=this.order;o++)r+=s[o]*t[n*(this.order+1)+o];return r}range(t){let e=this.track[t.block];if(!e)return null;let n=this.ranges??(this.ranges=new Map);if(n.has(t.key))return n.get(t.key);let s=1/0,r=-1/0;for(let l=0;l<e.rows;l++)for(let c=0;c<e.width;c+=6){let h=e.at(l,c+t.parts[0]);t.parts.length>1&&(h=Math.hypot(h,e.at(l,c+t.parts[1]))),h<s&&(s=h),h>r&&(r=h)}let o=t.parts.length===1?e.scales[t.parts[0]]:0;o>0&&r>=-s?r=o:o>0&&(s=-o),t.parts.length>1&&(s=0);let a={low:s,high:r};return n.set(t.key,a),a}};var CE=["#e5534b","#57ab5a","#539bf5"],PE={dark:{text:"#e6ebf2",soft:"#9fb0c3",back:"rgba(13, 17, 24, 0.72)",line:"rgba(160, 176, 196, 0.5)"},light:{text:"#1c2430",soft:"#5b6b80",back:"rgba(255, 255, 255, 0.8)",line:"rgba(90, 106, 128, 0.45)"}},T_=(i,t)=>{let e=Math.max(0,Math.min(1,t))*(i.length-1),n=Math.min(Math.floor(e),i.length-2),s=(o,a)=>parseInt(o.slice(1+2*a,3+2*a),16);return`rgb(${[0,1,2].map(o=>Math.round(s(i[n],o)+(e-n)*(s(i[n+1],o)-s(i[n],o)))).join(",")})`},ou=class{constructor(t,e){this.stage=t,this.view=e,this.canvas=document.createElement("canvas"),this.canvas.className="overlay",t.host.append(this.canvas),t.onDraw(()=>this.draw())}draw(){let{host:t,renderer:e}=this.stage,n=e.getPixelRatio(),[s,r]=[t.clientWidth,t.clientHeight];(this.canvas.width!==Math.round(s*n)||this.canvas.height!==Math.round(r*n))&&(this.canvas.width=Math.round(s*n),this.canvas.height=Math.round(r*n));let o=this.canvas.getContext("2d");o.setTransform(n,0,0,n,0,0),o.clearRect(0,0,s,r),this.context=o,this.ink=PE[this.stage.theme],this.taken=[],this.view.legend&&this.drawLegend(this.view.legend,s,r),this.drawCompass(r),this.view.labels&&this.drawLabels(),this.view.caption&&this.drawCaption(this.view.caption(),r)}font(t,e=500){this.context.font=`${e} ${t}px system-ui, "Segoe UI", "DejaVu Sans", sans-serif`}free(t){return!this.taken.some(e=>t[0]<e[2]&&e[0]<t[2]&&t[1]<e[3]&&e[1]<t[3])}drawLabels(){let{context:t,ink:e}=this,n=new R,s=this.view.labelled();for(let{text:r,at:o,strong:a,color:l}of s){if(this.stage.project(o,n),n.z>1||n.x<0||n.y<0||n.x>this.stage.host.clientWidth||n.y>this.stage.host.clientHeight)continue;this.font(a?13:12,a?650:500);let c=t.measureText(r).width+(l?15:10),u=[[12,-24],[12,8],[-12-c,-24],[-12-c,8],[-c/2,-34],[-c/2,18]].map(([d,f])=>[n.x+d,n.y+f,n.x+d+c,n.y+f+18]).find(d=>this.free(d)&&d[0]>0&&d[2]<this.stage.host.clientWidth);u&&(this.taken.push(u),t.strokeStyle=e.line,t.beginPath(),t.moveTo(n.x,n.y),t.lineTo(Math.max(u[0],Math.min(n.x,u[2])),u[1]<n.y?u[3]:u[1]),t.stroke(),t.fillStyle=e.back,t.beginPath(),t.roundRect(u[0],u[1],c,18,5),t.fill(),l&&(t.fillStyle=l,t.fillRect(u[0]+4,u[1]+4,2.5,10)),t.fillStyle=a?e.text:e.soft,l&&(t.fillStyle=e.text),t.textBaseline="middle",t.fillText(r,u[0]+(l?9.5:5.5),u[1]+9.5))}}drawCompass(t){let{context:e,ink:n}=this,s=this.stage.camera.quaternion.clone().invert(),[r,o,a]=[46,t-46,28],l=(u,d,f,m)=>{let _=u.clone().normalize().applyQuaternion(s);e.strokeStyle=e.fillStyle=d,e.lineWidth=2,e.setLineDash(m?[3,2]:[]);let[p,g]=[r+_.x*a,o-_.y*a];e.beginPath(),e.moveTo(r,o),e.lineTo(p,g),e.stroke(),e.setLineDash([]),e.textBaseline="middle",e.textAlign="center",this.font(11,650);let v=Math.hypot(_.x,_.y)>.2?9/Math.hypot(_.x,_.y)/a:.4;return e.fillText(f,p+_.x*a*v,g-_.y*a*v),e.textAlign="left",_.z},c=[0,1,2].map(u=>({k:u,d:new R().setComponent(u,1)}));for(let{k:u,d}of c)l(d,CE[u],"xyz"[u]);let h=new R(...this.view.gravity??[0,0,0]);if(h.length()>0){let u=h.clone().normalize().applyQuaternion(s),[d,f]=[96,t-46];e.strokeStyle=e.fillStyle=n.soft,e.lineWidth=2.5,e.beginPath(),e.moveTo(d-u.x*16,f+u.y*16),e.lineTo(d+u.x*14,f-u.y*14),e.stroke();let m=Math.atan2(-u.y,u.x);e.beginPath();for(let[_,p]of[[20,0],[9,2.5*.25],[9,-2.5*.25]])e.lineTo(d+_*Math.cos(m+p),f+_*Math.sin(m+p));e.fill(),this.font(11,650),e.textBaseline="middle",e.fillText("g",d+10,f-2),this.taken.push([d-24,f-24,d+24,f+24])}this.taken.push([r-40,o-40,r+40,o+40])}drawLegend({title:t,unit:e,map:n,low:s,high:r,from:o,to:a},l,c){let{context:h,ink:u}=this,[d,f,m]=[l-128,64,Math.min(200,c-170)],_=M_(n),p=h.createLinearGradient(0,f+m,0,f);_.forEach((v,E)=>{let S=(E/(_.length-1)-o)/(a-o||1);S>=0&&S<=1&&p.addColorStop(S,v)}),p.addColorStop(0,T_(_,o)),p.addColorStop(1,T_(_,a)),h.fillStyle=u.back,h.beginPath(),h.roundRect(d-14,f-48,132,m+66,8),h.fill(),h.fillStyle=p,h.fillRect(d,f,16,m),h.fillStyle=u.text,this.font(11.5,650),h.textBaseline="middle";let g=t.split(", ");h.fillText(g[0],d-4,f-34),this.font(11),h.fillStyle=u.soft,h.fillText(`${g[1]?g[1]+", ":""}${e}`,d-4,f-18),h.fillStyle=u.text;for(let v of[0,.25,.5,.75,1]){let E=f+m*(1-v);h.fillRect(d+16,E-.5,5,1),h.fillText(xe(s+v*(r-s)),d+25,E)}this.taken.push([d-14,f-48,l,f+m+18])}drawCaption(t,e){this.font(12.5,600);let{context:n,ink:s}=this,r=134;n.fillStyle=s.soft,n.textBaseline="middle",n.fillText(t,r,e-24)}};var au=new R,IE=new Ee,jf=class extends Ge{constructor(t,e){super(),this.motion=t,this.node=e,this.inner=new Ge,this.inner.position.copy(t.referencePosition(e)).negate(),this.add(this.inner)}update(){this.motion.node(this.node,this.position,this.quaternion)}toReference(t){return t.sub(this.position).applyQuaternion(IE.copy(this.quaternion).invert()).sub(this.inner.position)}},LE=i=>Array.from({length:i.length/3},(t,e)=>new R().fromArray(i,3*e)),tp=(i,t)=>{let e=i.page.scene.joints[t.name]?.guide;if(!e)return null;let{points:n,triangles:s}=e.points?e:t.curve??t.mesh;return t.guide??(t.guide={...e,triangles:s,points:LE(n)})},Qf=class extends Ln{constructor(t,e){super(),this.points=e?[...t,t[0]]:t}getPoint(t,e=new R){let n=Math.min(Math.max(t,0),1)*(this.points.length-1),s=Math.min(Math.floor(n),this.points.length-2);return e.lerpVectors(this.points[s],this.points[s+1],n-s)}getPointAt(t,e){return this.getPoint(t,e)}getTangentAt(t,e=new R){let{points:n}=this,s=Math.round(Math.min(Math.max(t,0),1)*(n.length-1)),r=n.length-1,o=n[0]===n[r],a=s>0?n[s-1]:o?n[r-1]:n[0],l=s<r?n[s+1]:o?n[1]:n[r];return e.copy(l).sub(a).normalize()}},DE=(i,t,e)=>{let n=new Qf(i.points,i.closed),s=new je(new Mr(n,n.points.length-1,t,10,i.closed),e);s.castShadow=!0;let r=new Ge;if(r.add(s),!i.closed)for(let o of[i.points[0],i.points[i.points.length-1]]){let a=new je(new Sr(t,12,8),e);a.position.copy(o),r.add(a)}return r},Kf=new As,NE=new R,UE=(i,t,e)=>{let{points:n,closed:s}=i,r=1/0;for(let o=0;o+(s?0:1)<n.length;o++){Kf.set(n[o],n[(o+1)%n.length]);let a=Kf.closestPointToPoint(t,!0,NE).distanceToSquared(t);a>=r||(r=a,Kf.delta(e))}return e.normalize()},FE=new ns,OE=({points:i,triangles:t},e,n,s)=>{let r=i.map(a=>au.copy(a).sub(e).dot(n)/s),o=[];for(let a=0;a<t.length;a+=3){let l=[t[a],t[a+1],t[a+2]];if(FE.set(i[l[0]],i[l[1]],i[l[2]]).getNormal(au),Math.abs(au.dot(n))>.95)continue;let c=l.map(h=>r[h]);for(let h=Math.ceil(Math.min(...c));h<=Math.max(...c);h++){let u=[];for(let d=0;d<3;d++){let[f,m]=[c[d],c[(d+1)%3]];f<h!=m<h&&u.push(i[l[d]].clone().lerp(i[l[(d+1)%3]],(h-f)/(m-f)))}if(u.length===2)for(let d of u)o.push(d.x,d.y,d.z)}}return o},BE=i=>{let e=Math.max(...new Cn().setFromPoints(i).getSize(au).toArray())/8,n=10**Math.floor(Math.log10(e));return n*[1,2,5,10].find(s=>s*n>=e*.99)},kE=(i,t,e)=>{let n=new en;n.setAttribute("position",new _e(i.points.flatMap(u=>u.toArray()),3)),n.setIndex(i.triangles),n.computeVertexNormals(),i.normals=n.getAttribute("normal");let s=new rs({color:e,roughness:.35,transparent:!0,opacity:.24,side:Dn,depthWrite:!1}),r=new je(n,s),o=new R(...t.at),a=BE(i.points),l=[0,1,2].flatMap(u=>OE(i,o,new R(t.triad[u],t.triad[3+u],t.triad[6+u]),a)),c=new en;c.setAttribute("position",new _e(l,3));let h=new Ge;return h.add(r,new So(c,new gr({color:e,transparent:!0,opacity:.32,depthWrite:!1}))),h},zE=({points:i,normals:t,triangles:e},n,s)=>{let r=1/0,o=e[0];for(let a of e){let l=i[a].distanceToSquared(n);l<r&&([r,o]=[l,a])}return s.fromBufferAttribute(t,o).normalize()},VE=({points:i,triangles:t},e)=>t?i[t.reduce((n,s)=>i[s].dot(e)>i[n].dot(e)?s:n,t[0])]:i[Math.floor(.62*(i.length-1))],A_=(i,t,e)=>{let n=tp(i,t);if(!n)return null;let s=t.sides[0],r=new jf(i,s.node),o=new rs({color:n.color,roughness:.45,metalness:.25});r.inner.add(n.triangles?kE(n,s,n.color):DE(n,n.radius,o));let a=VE(n,e.up),l=new R,c=new R,h=new R(0,0,1);return{object:r,update:()=>r.update(),anchor:u=>u.copy(a).add(r.inner.position).applyQuaternion(r.quaternion).add(r.position),align:(u,d)=>{r.toReference(c.copy(u)),n.triangles?zE(n,c,l):UE(n,c,l),d.setFromUnitVectors(h,l.applyQuaternion(r.quaternion))}}};var Br=new R,ep=new Ee,HE=i=>{let t=[new R(1,0,0),new R(0,1,0),new R(0,0,1)],e=[i.radius,i.radius,i.radius];if(i.kind==="box")e=i.size.map(n=>n/2),t.forEach((n,s)=>n.set(i.axes[s],i.axes[3+s],i.axes[6+s]));else if(i.kind==="cylinder"){let n=new Ee().setFromUnitVectors(t[2],new R(...i.axis));for(let s of t)s.applyQuaternion(n);e[2]=i.length/2}return[0,1,2,3,4,5,6,7].map(n=>t.reduce((s,r,o)=>s.addScaledVector(r,n&1<<o?e[o]:-e[o]),new R(...i.at)))},GE=(i,t)=>{let e=tp(i,t);if(!e)return[];let n=e.triangles?[...new Set(e.triangles)].map(r=>e.points[r]):e.points,s=Math.max(1,Math.floor(n.length/150));return n.filter((r,o)=>o%s===0).map(r=>({node:t.sides[0].node,at:r.toArray()}))},R_=(i,t)=>{let{geometry:e,times:n}=i,s=new Cn,r=[...e.joints,...e.springs].filter(u=>u.glyph!=="none").flatMap(u=>u.sides),o=(u,d)=>u.shapes.flatMap(HE).map(f=>({node:d,at:f.toArray()})),a=e.joints.flatMap(u=>GE(i,u)),c=[...r,...a,...e.bodies.flatMap(u=>o(u,u.node)),...o(e.ground??{shapes:[]},0)].map(u=>Gi(i,u)),h=Math.max(1,Math.floor(n.length/60));for(let u=0;u<n.length;u+=h){i.setTime(n[u]);for(let d of i.bodies)s.expandByPoint(d.x),i.bodies.length<400&&t.push(d.x.clone());for(let d of i.beams)for(let f=0;f<d.count;f++)s.expandByPoint(Br.fromArray(d.x,3*f)),(f%Math.ceil(d.count/12)===0||f===d.count-1)&&t.push(Br.clone());for(let d of c)i.place(d,Br,ep),s.expandByPoint(Br),c.length<600&&t.push(Br.clone())}return i.setTime(n[0]),s.isEmpty()&&s.expandByPoint(Br.set(0,0,0)),s},WE=(i,t,{color:e,pieces:n},s)=>{let r=Wi(e),o=Ds(n,s.paint,r);o.quaternion.copy(Bh(t.axes));let a=new Ge;return a.add(o),{kind:"body",name:t.name,object:a,color:r.color,anchor:l=>l.copy(i.x),update:()=>{a.position.copy(i.x),a.quaternion.copy(i.q)}}},C_=(i,t,{second:e,support:n,length:s},r)=>{let o=t.sides.map(u=>Gi(i,u)),a=new R,l=new R,c=Ds(e,r.paint),h=new Ge;return h.add(c,Ds(n,r.paint)),{object:h,anchor:u=>u.copy(a).add(l).multiplyScalar(.5),update:()=>{i.place(o[0],a,ep),i.place(o[1],l,ep),c.position.copy(a).add(l).multiplyScalar(.5);let u=a.distanceTo(l);c.scale.z=Math.max(u/s,1e-6),u>0&&cl(c,Br.copy(l).sub(a))}}},P_="#d0342c",XE=(i,t,e,n)=>{let[s,r,o]=[new R,new R,new Ee];i.place(e[0],s,o),i.place(e[1],r,o);let a=s.distanceTo(r);if(!t.meets||!(a>.001*n))return null;let l=e.map(c=>h=>i.place(c,h,o));return{gap:a,...pf(l,P_)}},qE=(i,t,e,n)=>{let s={kind:"joint",name:t.name,type:t.type};if(e.length)return{...s,...C_(i,t,e,n)};let r=t.sides.map(f=>Gi(i,f)),o=new Ge,[a,l]=[e.first,e.second].map(f=>Ds(f,n.paint)),c=A_(i,t,n),h=l.children[0]?.position.z??0;o.add(a,l,Ds(e.support,n.paint)),c&&o.add(c.object);let u=XE(i,t,r,n.size);u&&o.add(u.object);let d=new R;return{...s,object:o,gap:u?.gap,color:u&&new pe(P_),mark:l,guide:c?.object,anchor:c?.anchor??(f=>f.copy(d)),update:()=>{i.place(r[0],a.position,a.quaternion),i.place(r[1],l.position,l.quaternion),t.track&&i.alongTrack(t.track,l.position,l.quaternion),u?.update(),c?.update(),c?.align(l.position,l.quaternion),d.set(0,0,h).applyQuaternion(l.quaternion).add(l.position)}}},YE=(i,t,e,n)=>{if(!t.terms)return{kind:"joint",name:t.name,type:t.type,object:new Ge,update:()=>{}};let s=t.terms.map(r=>n.find(o=>o.kind==="joint"&&o.name===r.joint)?.anchor);return Gg(i,t,e,s.filter(r=>r))},$E=({min:i,max:t})=>[0,1,2,3,4,5,6,7].map(e=>new R(e&1?t.x:i.x,e&2?t.y:i.y,e&4?t.z:i.z)),I_=(i,t,e,n)=>{let{times:s}=i,r=Math.max(1,Math.floor(s.length/12)),o=t.filter(l=>!l.mesh),a=new Cn;for(let l=0;l<s.length&&o.length<=400;l+=r){i.setTime(s[l]);for(let c of o)c.update(),c.object.updateWorldMatrix(!0,!0),a.setFromObject(c.object),!a.isEmpty()&&(e.union(a),c.guide||n.push(...$E(a)))}return i.setTime(s[0]),e},L_=(i,t,e)=>{let{geometry:n}=t,{scene:s}=i,r={size:s.size,up:new R(...s.up),g:s.glyph,paint:Hg(s.paints)},o=[];if(s.ground){let c=Ds(s.ground.pieces,r.paint,Wi(s.ground.color,{roughness:.9}));c.traverse(h=>h.receiveShadow=!0),o.push({kind:"ground",name:"ground",object:c,update:()=>{}})}n.bodies.forEach((c,h)=>o.push(WE(t.bodies[h],c,s.bodies[h],r)));let a=t.beams.reduce((c,h)=>c+h.count,0);t.beams.forEach((c,h)=>{let u=new pe(s.beams[h].color),d=new su(c,{color:u,sections:s.beams[h].sections,rings:a>1500?1:90,shadows:e}),f=3*Math.floor(c.count/2);o.push({kind:"beam",name:c.beam.name,object:d.mesh,mesh:d,color:u,anchor:m=>m.fromArray(c.x,f),update:()=>d.update()})});let l=c=>s.joints[c.name];for(let c of n.joints)l(c)&&o.push(qE(t,c,l(c),r));for(let c of n.joints)l(c)||o.push(YE(t,c,r,o));for(let c of n.springs)o.push({kind:"spring",name:c.name,...C_(t,c,s.springs[c.name],r)});for(let c of o)c.object.name=c.name;return{parts:o,g:r.g}};var D_={type:"change"},ip={type:"start"},U_={type:"end"},lu=new Ys,N_=new fi,ZE=Math.cos(70*nl.DEG2RAD),Mn=new R,ri=2*Math.PI,Ue={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},np=1e-6,cu=class extends $a{constructor(t,e=null){super(t,e),this.state=Ue.NONE,this.target=new R,this.cursor=new R,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:tr.ROTATE,MIDDLE:tr.DOLLY,RIGHT:tr.PAN},this.touches={ONE:er.ROTATE,TWO:er.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new R,this._lastQuaternion=new Ee,this._lastTargetPosition=new R,this._quat=new Ee().setFromUnitVectors(t.up,new R(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new Eo,this._sphericalDelta=new Eo,this._scale=1,this._panOffset=new R,this._rotateStart=new pt,this._rotateEnd=new pt,this._rotateDelta=new pt,this._panStart=new pt,this._panEnd=new pt,this._panDelta=new pt,this._dollyStart=new pt,this._dollyEnd=new pt,this._dollyDelta=new pt,this._dollyDirection=new R,this._mouse=new pt,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=KE.bind(this),this._onPointerDown=JE.bind(this),this._onPointerUp=jE.bind(this),this._onContextMenu=rT.bind(this),this._onMouseWheel=eT.bind(this),this._onKeyDown=nT.bind(this),this._onTouchStart=iT.bind(this),this._onTouchMove=sT.bind(this),this._onMouseDown=QE.bind(this),this._onMouseMove=tT.bind(this),this._interceptControlDown=oT.bind(this),this._interceptControlUp=aT.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(t){this._cursorStyle=t,t==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(t){super.connect(t),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=Ue.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(t){t.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=t}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(D_),this.update(),this.state=Ue.NONE}pan(t,e){this._pan(t,e),this.update()}dollyIn(t){this._dollyIn(t),this.update()}dollyOut(t){this._dollyOut(t),this.update()}rotateLeft(t){this._rotateLeft(t),this.update()}rotateUp(t){this._rotateUp(t),this.update()}update(t=null){let e=this.object.position;Mn.copy(e).sub(this.target),Mn.applyQuaternion(this._quat),this._spherical.setFromVector3(Mn),this.autoRotate&&this.state===Ue.NONE&&this._rotateLeft(this._getAutoRotationAngle(t)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=ri:n>Math.PI&&(n-=ri),s<-Math.PI?s+=ri:s>Math.PI&&(s-=ri),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(Mn.setFromSpherical(this._spherical),Mn.applyQuaternion(this._quatInverse),e.copy(this.target).add(Mn),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=Mn.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new R(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new R(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=Mn.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(lu.origin.copy(this.object.position),lu.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(lu.direction))<ZE?this.object.lookAt(this.target):(N_.setFromNormalAndCoplanarPoint(this.object.up,this.target),lu.intersectPlane(N_,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>np||8*(1-this._lastQuaternion.dot(this.object.quaternion))>np||this._lastTargetPosition.distanceToSquared(this.target)>np?(this.dispatchEvent(D_),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(t){return t!==null?ri/60*this.autoRotateSpeed*t:ri/60/60*this.autoRotateSpeed}_getZoomScale(t){let e=Math.abs(t*.01);return Math.pow(.95,this.zoomSpeed*e)}_rotateLeft(t){this._sphericalDelta.theta-=t}_rotateUp(t){this._sphericalDelta.phi-=t}_panLeft(t,e){Mn.setFromMatrixColumn(e,0),Mn.multiplyScalar(-t),this._panOffset.add(Mn)}_panUp(t,e){this.screenSpacePanning===!0?Mn.setFromMatrixColumn(e,1):(Mn.setFromMatrixColumn(e,0),Mn.crossVectors(this.object.up,Mn)),Mn.multiplyScalar(t),this._panOffset.add(Mn)}_pan(t,e){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;Mn.copy(s).sub(this.target);let r=Mn.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*t*r/n.clientHeight,this.object.matrix),this._panUp(2*e*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(t*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(e*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(t,e){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=t-n.left,r=e-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(t){return Math.max(this.minDistance,Math.min(this.maxDistance,t))}_handleMouseDownRotate(t){this._rotateStart.set(t.clientX,t.clientY)}_handleMouseDownDolly(t){this._updateZoomParameters(t.clientX,t.clientY),this._dollyStart.set(t.clientX,t.clientY)}_handleMouseDownPan(t){this._panStart.set(t.clientX,t.clientY)}_handleMouseMoveRotate(t){this._rotateEnd.set(t.clientX,t.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(ri*this._rotateDelta.x/e.clientHeight),this._rotateUp(ri*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(t){this._dollyEnd.set(t.clientX,t.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(t){this._panEnd.set(t.clientX,t.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(t){this._updateZoomParameters(t.clientX,t.clientY),t.deltaY<0?this._dollyIn(this._getZoomScale(t.deltaY)):t.deltaY>0&&this._dollyOut(this._getZoomScale(t.deltaY)),this.update()}_handleKeyDown(t){let e=!1;switch(t.code){case this.keys.UP:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(ri*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),e=!0;break;case this.keys.BOTTOM:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(-ri*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),e=!0;break;case this.keys.LEFT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(ri*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),e=!0;break;case this.keys.RIGHT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(-ri*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),e=!0;break}e&&(t.preventDefault(),this.update())}_handleTouchStartRotate(t){if(this._pointers.length===1)this._rotateStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(t){if(this._pointers.length===1)this._panStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panStart.set(n,s)}}_handleTouchStartDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enablePan&&this._handleTouchStartPan(t)}_handleTouchStartDollyRotate(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enableRotate&&this._handleTouchStartRotate(t)}_handleTouchMoveRotate(t){if(this._pointers.length==1)this._rotateEnd.set(t.pageX,t.pageY);else{let n=this._getSecondPointerPosition(t),s=.5*(t.pageX+n.x),r=.5*(t.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(ri*this._rotateDelta.x/e.clientHeight),this._rotateUp(ri*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(t){if(this._pointers.length===1)this._panEnd.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(t.pageX+e.x)*.5,a=(t.pageY+e.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enablePan&&this._handleTouchMovePan(t)}_handleTouchMoveDollyRotate(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enableRotate&&this._handleTouchMoveRotate(t)}_addPointer(t){this._pointers.push(t.pointerId)}_removePointer(t){delete this._pointerPositions[t.pointerId];for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId){this._pointers.splice(e,1);return}}_isTrackingPointer(t){for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId)return!0;return!1}_trackPointer(t){let e=this._pointerPositions[t.pointerId];e===void 0&&(e=new pt,this._pointerPositions[t.pointerId]=e),e.set(t.pageX,t.pageY)}_getSecondPointerPosition(t){let e=t.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[e]}_customWheelEvent(t){let e=t.deltaMode,n={clientX:t.clientX,clientY:t.clientY,deltaY:t.deltaY};switch(e){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return t.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function JE(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function KE(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function jE(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(U_),this.state=Ue.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let t=this._pointers[0],e=this._pointerPositions[t];this._onTouchStart({pointerId:t,pageX:e.x,pageY:e.y});break}}function QE(i){let t;switch(i.button){case 0:t=this.mouseButtons.LEFT;break;case 1:t=this.mouseButtons.MIDDLE;break;case 2:t=this.mouseButtons.RIGHT;break;default:t=-1}switch(t){case tr.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=Ue.DOLLY;break;case tr.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ue.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ue.ROTATE}break;case tr.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Ue.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Ue.PAN}break;default:this.state=Ue.NONE}this.state!==Ue.NONE&&this.dispatchEvent(ip)}function tT(i){switch(this.state){case Ue.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case Ue.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case Ue.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function eT(i){this.enabled===!1||this.enableZoom===!1||this.state!==Ue.NONE||(i.preventDefault(),this.dispatchEvent(ip),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(U_))}function nT(i){this.enabled!==!1&&this._handleKeyDown(i)}function iT(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case er.ROTATE:if(this.enableRotate===!1){this.state=Ue.NONE;break}this._handleTouchStartRotate(i),this.state=Ue.TOUCH_ROTATE;break;case er.PAN:if(this.enablePan===!1){this.state=Ue.NONE;break}this._handleTouchStartPan(i),this.state=Ue.TOUCH_PAN;break;default:this.state=Ue.NONE}break;case 2:switch(this.touches.TWO){case er.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=Ue.TOUCH_DOLLY_PAN;break;case er.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=Ue.TOUCH_DOLLY_ROTATE;break;default:this.state=Ue.NONE}break;default:this.state=Ue.NONE}this.state!==Ue.NONE&&this.dispatchEvent(ip)}function sT(i){switch(this._trackPointer(i),this.state){case Ue.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case Ue.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case Ue.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case Ue.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=Ue.NONE}}function rT(i){this.enabled!==!1&&i.preventDefault()}function oT(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function aT(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var lT={dark:{top:"#1b2330",bottom:"#0d1118",grid:"#2c3747",floor:.32},light:{top:"#f7f9fc",bottom:"#d9e0ea",grid:"#b4c0d0",floor:.16}},cT=(i,t)=>{let e=new R(...i??[0,0,0]);return e.length()>0?e.negate().normalize():t.z<.2*Math.max(t.x,t.y)?new R(0,1,0):new R(0,0,1)},hT=(i,t)=>{let e=[t.x,t.y,t.z],n=Math.max(...e),s=[0,1,2].filter(h=>Math.abs(i.getComponent(h))<.8&&e[h]<.45*n),r=s.length?s.reduce((h,u)=>e[u]<e[h]?u:h):e.indexOf(Math.min(...e)),o=new R().setComponent(r,r===1?-1:1);(e[r]>.45*Math.max(...e)||Math.abs(o.dot(i))>.8)&&o.set(0,0,0);let a=new R(Math.abs(i.x)>.8?0:.75,Math.abs(i.y)>.8?0:-1,Math.abs(i.z)>.8?0:.85),l=e[r]<.45*Math.max(...e)&&Math.abs(new R().setComponent(r,1).dot(i))>.8;if(o.length()===0)return a.addScaledVector(i,l?1.15:.65).normalize();let c=new R().crossVectors(i,o).normalize();return o.addScaledVector(c,.32).addScaledVector(i,.3).normalize()},uT=(i,t)=>{let e=t.getSize(new R),[,n,s]=e.toArray().sort((r,o)=>r-o);return n>.05*s?e:i.getSize(e)},hu=class{constructor(t,e,n,s){this.host=t,this.box=e,this.cloud=[...s.cloud??[],...s.cloud?.length?[]:[e.min,e.max]],this.center=e.getCenter(new R),this.radius=Math.max(e.getSize(new R).length()/2,1e-6);let r=uT(e,s.inner??e);this.up=cT(n,r),this.best=hT(this.up,r),this.renderer=new Ah({antialias:!0,preserveDrawingBuffer:!0}),this.renderer.setPixelRatio(Math.min(s.pixelRatio??window.devicePixelRatio,2)),this.renderer.shadowMap.enabled=s.shadows,this.renderer.shadowMap.type=br,this.canvas=this.renderer.domElement,t.append(this.canvas),this.scene=new ya,this.camera=new Jn(28,1,this.radius/200,this.radius*400),this.camera.up.copy(this.up),this.controls=new cu(this.camera,this.canvas),this.controls.addEventListener("change",()=>this.invalidate()),this.controls.addEventListener("start",()=>this.preset=null),this.margin=0,this.listeners=[],this.addLights(s.shadows),this.addFloor(s.shadows),this.setTheme(s.theme??"dark"),this.resize(),this.look("best"),new ResizeObserver(()=>this.resize()).observe(t)}addLights(t){this.scene.add(new Va("#ffffff","#8a90a0",1.5)),this.sun=new Wa("#ffffff",2.1);let e=this.best.clone().cross(this.up).normalize();if(this.sun.position.copy(this.center).addScaledVector(this.up,3*this.radius),this.sun.position.addScaledVector(this.best,2*this.radius).addScaledVector(e,-1.2*this.radius),this.sun.target.position.copy(this.center),this.scene.add(this.sun,this.sun.target),!t)return;this.sun.castShadow=!0,this.sun.shadow.mapSize.set(2048,2048);let{camera:n}=this.sun.shadow,s=1.5*this.radius;Object.assign(n,{left:-s,right:s,top:s,bottom:-s,near:.1*this.radius,far:9*this.radius}),this.sun.shadow.bias=-5e-4,this.sun.shadow.normalBias=.003*this.radius}addFloor(t){let e=[0,1,2,3,4,5,6,7].map(a=>new R(a&1?this.box.max.x:this.box.min.x,a&2?this.box.max.y:this.box.min.y,a&4?this.box.max.z:this.box.min.z)),n=Math.min(...e.map(a=>a.dot(this.up))),s=new Ge;s.quaternion.setFromUnitVectors(new R(0,1,0),this.up),s.position.copy(this.center).addScaledVector(this.up,n-this.center.dot(this.up)-.12*this.radius);let r=2.4*this.radius/12,o=10**Math.floor(Math.log10(r));this.cell=o*[1,2,5,10].find(a=>a*o>=r*.99),this.grid=new Ya(this.cell*24,24),this.grid.material.transparent=!0,s.add(this.grid),t&&(this.shade=new je(new vr(8*this.radius,8*this.radius),new Ba({opacity:.3})),this.shade.rotateX(-Math.PI/2),this.shade.receiveShadow=!0,s.add(this.shade)),this.floor=s,this.scene.add(s)}setTheme(t){this.theme=t;let e=lT[t],n=document.createElement("canvas");n.width=4,n.height=256;let s=n.getContext("2d"),r=s.createLinearGradient(0,0,0,256);r.addColorStop(0,e.top),r.addColorStop(1,e.bottom),s.fillStyle=r,s.fillRect(0,0,4,256),this.scene.background?.dispose?.(),this.scene.background=new Sa(n),this.scene.background.colorSpace=Zn,this.grid.material.color.set(e.grid),this.grid.material.vertexColors=!1,this.grid.material.opacity=t==="dark"?.55:.75,this.grid.material.needsUpdate=!0,this.shade&&(this.shade.material.opacity=e.floor),this.invalidate()}resize(){let{clientWidth:t,clientHeight:e}=this.host;!t||!e||(this.renderer.setSize(t,e),this.camera.aspect=t/e,this.camera.setViewOffset(t,e,Math.min(this.margin,t/3)/2,0,t,e),this.preset&&this.look(this.preset),this.invalidate())}setMargin(t){t!==this.margin&&(this.margin=t,this.resize())}look(t){let{up:e}=this,n=Math.abs(e.y)>.8?new R(0,0,1):Math.abs(e.z)>.8?new R(0,-1,0):new R(0,0,1),s=new R().crossVectors(e,n).normalize(),r={best:this.best,front:n,back:n.clone().negate(),right:s,left:s.clone().negate(),top:e.clone().addScaledVector(n,.001),bottom:e.clone().negate().addScaledVector(n,.001),oblique:n.clone().add(s).addScaledVector(e,.9)};this.preset=t;let o=(r[t]??this.best).clone().normalize();this.camera.position.copy(this.center).addScaledVector(o,this.fittingDistance(o)),this.controls.target.copy(this.center),this.controls.update(),this.invalidate()}fittingDistance(t){let e=new R().crossVectors(this.up,t).normalize(),n=new R().crossVectors(t,e).normalize(),s=Math.tan(this.camera.fov*Math.PI/360),r=this.host.clientWidth||1,o=this.camera.aspect*(r-Math.min(this.margin,r/3))/r,a=0,l=new R;for(let c of this.cloud){l.copy(c).sub(this.center);let h=l.dot(t);a=Math.max(a,h+Math.abs(l.dot(n))/s,h+Math.abs(l.dot(e))/(s*o))}return Math.max(1.16*a,.8*this.radius)}follow(t){this.camera.position.add(t),this.controls.target.add(t),this.controls.update()}onDraw(t){this.listeners.push(t)}invalidate(){this.pending||(this.pending=!0,requestAnimationFrame(()=>{this.pending=!1,this.draw()}))}draw(){this.renderer.render(this.scene,this.camera);for(let t of this.listeners)t()}project(t,e){return e.copy(t).project(this.camera),e.x=(e.x+1)/2*this.host.clientWidth,e.y=(1-e.y)/2*this.host.clientHeight,e}};var dT=i=>{for(let t of["bodies","beams","sections","markers","joints","springs","loads"])i[t]??(i[t]=[]);return i},fT=i=>{if(!(i>0)||i>=2&&i<=20)return 1;let t=i/6,e=10**Math.floor(Math.log10(t));return e*[1,2,5,10].find(n=>n*e>=t*.99)},Yo=class{constructor(t,e,n={}){dT(e.geometry),this.page=e,this.series=new Nh(e),this.motion=new Oh(e),this.listeners=new Map;let s=[],r=R_(this.motion,s),o=this.motion.beams.reduce((f,m)=>f+m.count,0),a=n.shadows??o+20*this.motion.bodies.length<3e3,{size:l}=e.scene,{parts:c,g:h}=L_(e,this.motion,a),u=I_(this.motion,c,r.clone(),s);this.stage=new hu(t,u,e.geometry.gravity,{shadows:a,inner:r,cloud:s,theme:n.theme,pixelRatio:n.pixelRatio}),this.parts=c,this.meshes=c.filter(f=>f.mesh).map(f=>f.mesh);for(let f of c)this.stage.scene.add(f.object);this.arrows=new nu(e,this.motion,this.series,h,l),this.stage.scene.add(this.arrows.object),this.trails=new Map,this.speed=fT(this.motion.end-this.motion.start),this.loop=!0,this.playing=!1,this.selected=null,this.following=null,this.view={labels:c.length<=40,jointLabels:e.geometry.joints.length<=14,gravity:e.geometry.gravity,legend:null,labelled:()=>this.labelled(),caption:()=>this.caption()},this.overlay=new ou(this.stage,this.view);for(let f of e.geometry.bodies)f.trail&&this.setTrail(f.name,!0);for(let f of e.geometry.markers)f.trail&&this.setTrail(f.name,!0);let d=ru.find(f=>f.key==="bending");this.meshes.length&&Jf(this.meshes,d)&&this.setColoring("bending"),this.motion.modes&&this.setMode(Math.max(0,this.motion.modes.frequency.findIndex(f=>f>1e-6))),this.moved()}on(t,e){this.listeners.set(t,[...this.listeners.get(t)??[],e])}emit(t){for(let e of this.listeners.get(t)??[])e()}get time(){return this.motion.time}get start(){return this.motion.start}get end(){return this.motion.end}setTime(t){this.motion.setTime(Math.max(this.start,Math.min(this.end,t))),this.moved()}step(t){let{times:e,frame:n}=this.motion,s=t>0?Math.floor(n+1e-9)+t:Math.ceil(n-1e-9)+t;this.setTime(e[Math.max(0,Math.min(e.length-1,s))])}setPlaying(t){if(t&&!this.motion.mode&&this.time>=this.end&&this.setTime(this.start),this.playing=t,this.emit("state"),!t||this.ticking)return;this.ticking=!0;let e=performance.now(),n=s=>{if(!this.playing){this.ticking=!1;return}this.advance(Math.min((s-e)/1e3,.25)),e=s,requestAnimationFrame(n)};requestAnimationFrame(n)}advance(t){if(this.motion.mode){this.setPhase(this.motion.mode.phase+2*Math.PI*.6*this.speed*t);return}let e=this.time+this.speed*t;e>=this.end&&(e=this.loop&&this.end>this.start?this.start+(e-this.start)%(this.end-this.start):this.end,this.loop||this.setPlaying(!1)),this.setTime(e)}moved(){for(let t of this.parts)t.update();this.repaint(),this.arrows.update();for(let t of this.trails.values())t.update();this.keepFollowing(),this.stage.invalidate(),this.emit("time")}repaint(){if(!this.coloring)return;let t=Math.floor(this.motion.frame),e=this.motion.frame-t;for(let n of this.meshes)n.paint(this.coloring,t,e)}refresh(){this.motion.refresh(),this.moved()}part(t){return this.parts.find(e=>e.name===t)}setVisible(t,e){let n=this.part(t);n&&(n.object.visible=e);for(let s of this.arrows.items)s.name===t&&(s.hidden=!e);this.arrows.update(),this.stage.invalidate()}setKindVisible(t,e){for(let n of this.parts)n.kind===t&&(n.object.visible=e);this.stage.invalidate(),this.emit("state")}select(t){this.selected=this.selected===t?null:t,this.stage.invalidate(),this.emit("state")}pick(t,e){let{clientWidth:n,clientHeight:s}=this.stage.host,r=new qa;r.setFromCamera(new pt(2*t/n-1,1-2*e/s),this.stage.camera);for(let c of this.meshes)c.mesh.geometry.computeBoundingSphere();let o=this.parts.filter(c=>c.object.visible),[a]=r.intersectObjects(o.map(c=>c.object),!0),l=a?.object;for(;l&&!o.some(c=>c.object===l);)l=l.parent;return o.find(c=>c.object===l)?.name??null}follow(t){this.following=t&&this.part(t)?.anchor?t:null,this.lastAnchor=this.following?this.part(t).anchor(new R):null,this.emit("state")}keepFollowing(){if(!this.following)return;let t=this.part(this.following).anchor(new R);this.stage.follow(t.clone().sub(this.lastAnchor)),this.lastAnchor=t}setTrail(t,e){if(e){if(!this.trails.has(t)){let{bodies:n,markers:s}=this.page.geometry,r=n.find(c=>c.name===t),o=r?{node:r.node,at:r.position}:s.find(c=>c.name===t);if(!o)return;let a=this.part(t)?.color??"#f5c451",l=new iu(this.motion,o,a);this.trails.set(t,l),this.stage.scene.add(l.object)}}else{let n=this.trails.get(t);n&&this.stage.scene.remove(n.object),this.trails.delete(t)}this.moved(),this.emit("state")}setColoring(t){let e=ru.find(n=>n.key===t);if(this.coloring=e?Jf(this.meshes,e):null,this.view.legend=this.coloring&&{...this.coloring,title:e.label,unit:e.unit},!this.coloring)for(let n of this.meshes)n.paint(null);this.stage.setMargin(this.coloring?140:0),this.moved(),this.emit("state")}availableColorings(){return ru.filter(t=>this.meshes.some(e=>e.track[t.block]))}setExaggeration(t,e=this.motion.exaggeration.from){this.motion.exaggeration={factor:t,from:e},this.refresh(),this.emit("state")}setMode(t){let{modes:e}=this.motion,n=e&&t!==null&&t>=0&&t<e.count,s=this.motion.mode?.amplitude??.12*this.stage.radius;this.motion.mode=n?{index:t,phase:0,amplitude:s}:null,this.refresh(),this.emit("state")}setPhase(t){this.motion.mode.phase=t%(2*Math.PI),this.refresh()}setAmplitude(t){this.motion.mode.amplitude=t,this.refresh()}labelled(){let t={body:0,beam:1,spring:2,joint:3};return this.parts.filter(e=>e.anchor&&e.object.visible&&(e.kind!=="joint"||this.view.jointLabels||e.gap||e.name===this.selected)).map(e=>({text:e.gap?`${e.name}: ${xe(e.gap)} m apart`:e.name,at:e.anchor(new R),strong:e.name===this.selected||e.kind==="body"||e.kind==="beam",color:e.color?`#${e.color.getHexString()}`:null,rank:e.name===this.selected?-1:t[e.kind]})).concat([...this.trails.keys()].filter(e=>!this.part(e)).map(e=>this.trailLabel(e))).sort((e,n)=>e.rank-n.rank)}trailLabel(t){let e=new R,n=this.page.geometry.markers.find(r=>r.name===t),s=new R(...n.at).sub(this.motion.referencePosition(n.node));return this.motion.place({node:n.node,arm:s,turn:new Ee},e,new Ee),{text:t,at:e,rank:1,strong:!0,color:"#f5c451"}}caption(){let{mode:t,modes:e,exaggeration:n}=this.motion,s=[];return t?s.push(`mode ${t.index+1}: ${xe(e.frequency[t.index])} Hz, damping ${xe(e.damping[t.index])}`):s.push(this.timeText()),n.factor!==1&&!t&&s.push(`deformation \xD7${xe(n.factor)}`),s.join("   ")}timeText(){let t=this.time.toFixed(this.digits());return this.page.time==="time"||!this.page.time?`t = ${t} s`:`${this.page.time} ${t}`}digits(){let t=this.end-this.start;return t>0?Math.max(0,Math.min(9,3-Math.floor(Math.log10(t)))):3}picture(){this.stage.draw();let t=document.createElement("canvas");t.width=this.stage.canvas.width,t.height=this.stage.canvas.height;let e=t.getContext("2d");return e.drawImage(this.stage.canvas,0,0),e.drawImage(this.overlay.canvas,0,0,t.width,t.height),t.toDataURL("image/png")}};var pT=[["Space","play, pause"],["\u2190 \u2192","one position back, forward (Shift: ten)"],["Home, End","to the start, to the end"],["[ ]","slower, faster"],["R","repeat or stop at the end"],["1 \u2026 8","camera: best, front, back, left, right, top, bottom, oblique"],["G","follow the selected part, or stop following"],["L","labels: all, parts, none"],["F, M","arrows of loads, of reactions"],["C","next colouring of the beams"],["T","trail of the selected body"],["H","hide or show the selected part"],["V, P","panels of parts and of plots"],["S","save a picture"],["D","dark or light"],["?","this help"]],uu=["best","front","back","left","right","top","bottom","oblique"],F_=[["written","relative to the model as written"],["start","relative to each beam's start"],["chord","relative to each beam's chord"]],O_={iso:"oblique",reference:"written",root:"start"},B_={ground:"Ground",body:"Bodies",beam:"Beams",joint:"Joints",spring:"Springs"},du=class{constructor(t){this.page=t,this.options=new URLSearchParams(location.hash.slice(1)),this.theme=this.options.get("theme")??(matchMedia("(prefers-color-scheme: light)").matches?"light":"dark"),document.documentElement.dataset.theme=this.theme,this.makeLayout(),this.viewer=new Yo(this.scene,t,{theme:this.theme}),this.plots=new eu(this.plotPanel,this.viewer),this.makeHeader(),this.makeParts(),this.makeTimeline(),this.makeHelp(),this.viewer.on("time",()=>this.showTime()),this.viewer.on("state",()=>this.showState()),document.addEventListener("keydown",e=>this.key(e)),this.pickable(),this.applyOptions(),this.showState(),this.showTime()}makeLayout(){this.header=lt("header"),this.side=lt("aside",{id:"parts"}),this.scene=lt("div",{id:"scene"}),this.plotPanel=lt("aside",{id:"plots"}),this.footer=lt("footer"),this.root=lt("div",{id:"app"},this.header,this.side,this.scene,this.plotPanel,this.footer),document.body.append(this.root),this.togglePanel("side",innerWidth>900),this.togglePanel("plots",!1)}togglePanel(t,e=!this.root.classList.contains(t)){this.root.classList.toggle(t,e),t==="plots"&&e&&this.plots?.build()}makeHeader(){let{page:t}=this,e=t.status==="finished"?"":t.status,n=`${t.file}${e?` \xB7 ${e}`:""}`;this.viewMenu=_l("view","Camera",uu.map(s=>[s,s]),s=>this.setView(s)),this.colorMenu=_l("coloring","Beams coloured by",[["","no colouring"],...this.viewer.availableColorings().map(s=>[s.key,`${s.label} [${s.unit}]`])],s=>this.viewer.setColoring(s)),this.header.append(ei("tree","Parts (V)",()=>this.togglePanel("side"),"toggle-parts"),lt("h1",{},t.title||t.file,lt("small",{},n)),this.viewMenu),this.viewer.meshes.length&&this.header.append(this.colorMenu),this.header.append(ei("camera","Save a picture (S)",()=>this.savePicture(),"picture"),ei("theme","Dark or light (D)",()=>this.setTheme(this.theme==="dark"?"light":"dark"),"theme"),ei("help","Keys (?)",()=>this.toggleHelp(),"help-button"),ei("plot","Plots (P)",()=>this.togglePanel("plots"),"toggle-plots"))}makeParts(){let{viewer:t}=this;this.rows=new Map;let e=Object.keys(B_).filter(n=>t.parts.some(s=>s.kind===n));for(let n of e){let s=t.parts.filter(a=>a.kind===n),r=lt("details",{open:s.length<=40}),o=ei("eye","Show or hide all",a=>{a.preventDefault();let l=!s.some(c=>c.object.visible);for(let c of s)t.setVisible(c.name,l);this.showState()});r.append(lt("summary",{},B_[n],lt("small",{},String(s.length)),o));for(let a of s)r.append(this.partRow(a));this.side.append(r)}this.side.append(this.displayOptions()),this.details=lt("div",{class:"part-details"}),this.side.append(this.details)}partRow(t){let{viewer:e}=this,n=lt("i",{class:`dot ${t.kind}`});t.color&&(n.style.background=`#${t.color.getHexString()}`);let s=lt("button",{class:"name",title:t.type??t.kind},n,t.name,lt("small",{},t.type??""));s.addEventListener("click",()=>e.select(t.name));let r=ei("eye","Show or hide",()=>{e.setVisible(t.name,!t.object.visible),this.showState()}),o=lt("div",{class:"part","data-part":t.name},s,r);return this.rows.set(t.name,{row:o,eye:r,part:t}),o}displayOptions(){let{viewer:t}=this,{motion:e}=t,n=lt("div",{class:"options"},lt("h2",{},"Display"));return this.checks={labels:sp("Labels",()=>this.setLabels(t.view.labels?0:2)),loads:sp("Loads",()=>this.setArrows("load",!t.arrows.kinds.load)),reactions:sp("Reactions",()=>this.setArrows("reaction",!t.arrows.kinds.reaction))},n.append(this.checks.labels.label),t.arrows.has("load")&&n.append(this.checks.loads.label),t.arrows.has("reaction")&&n.append(this.checks.reactions.label),(t.arrows.has("load")||t.arrows.has("reaction"))&&n.append(rp("Arrows",-1,1,.05,0,s=>`\xD7${xe(10**s)}`,s=>{t.arrows.factor=10**s,t.moved()})),e.beams.length&&!e.modes&&(this.deformation=rp("Deformation",0,4,.05,0,s=>`\xD7${xe(10**s)}`,s=>t.setExaggeration(10**s),"deformation"),this.deformedFrom=_l("deformation-from","relative to",F_,s=>t.setExaggeration(e.exaggeration.factor,s)),n.append(this.deformation,this.deformedFrom)),e.modes&&this.addModes(n),n}addModes(t){let{viewer:e}=this,{modes:n}=e.motion,s=n.frequency.map((r,o)=>[String(o),`mode ${o+1}: ${xe(r)} Hz`]);this.modeMenu=_l("mode","Mode shape",[["-1","no mode shape"],...s],r=>e.setMode(Number(r))),t.append(lt("h2",{},"Modes"),this.modeMenu),t.append(rp("Amplitude",.01,1,.01,.12,r=>`${Math.round(100*r)} %`,r=>e.motion.mode&&e.setAmplitude(r*e.stage.radius)))}showDetails(){let{viewer:t,page:e}=this,n=t.selected&&t.part(t.selected);if(this.details.replaceChildren(),this.values=[],!n){this.shownPart=null;return}this.details.append(lt("h2",{},n.name));let s=lt("button",{class:t.following===n.name?"small on":"small"},"Follow");if(s.addEventListener("click",()=>t.follow(t.following===n.name?null:n.name)),this.details.append(s),n.kind==="body"){let a=lt("button",{class:t.trails.has(n.name)?"small on":"small"},"Trail");a.addEventListener("click",()=>t.setTrail(n.name,!t.trails.has(n.name))),this.details.append(a)}let r=mT(e.geometry,n);r.length&&this.details.append(lt("dl",{},...r.flatMap(([a,l])=>[lt("dt",{},a),lt("dd",{},l)])));let o=lt("div",{class:"channels"});for(let{name:a,unit:l,low:c,high:h}of e.channels.filter(u=>u.name.startsWith(`${n.name}.`))){let u=lt("output",{"data-value":a}),d=lt("button",{class:`channel${this.plots.names.includes(a)?" on":""}${c===0&&h===0?" quiet":""}`,title:`${a}: plot it or not`},lt("span",{},a.slice(n.name.length+1)),u,lt("small",{},l==="1"?"":l));d.addEventListener("click",()=>{this.togglePanel("plots",!0),this.plots.toggle(a),this.showDetails()}),this.values.push({name:a,value:u}),o.append(d)}this.details.append(o),this.showValues(),this.shownPart!==n.name&&this.details.scrollIntoView({block:"nearest"}),this.shownPart=n.name}showValues(){for(let{name:t,value:e}of this.values??[]){let n=this.viewer.series.at(t,this.viewer.time);e.textContent=t.endsWith(".friction.slips")?n>.5?"slips":"sticks":xe(n)}}pickable(){let t=null,{canvas:e}=this.viewer.stage;e.addEventListener("pointerdown",n=>t=[n.clientX,n.clientY]),e.addEventListener("pointerup",n=>{if(!t||Math.hypot(n.clientX-t[0],n.clientY-t[1])>4)return;let s=this.viewer.pick(n.offsetX,n.offsetY);s&&this.viewer.select(s)})}makeTimeline(){let{viewer:t}=this;this.playButton=ei("play","Play or pause (Space)",()=>t.setPlaying(!t.playing),"play"),this.slider=lt("input",{type:"range",min:0,max:1,step:"any",value:0,id:"time","aria-label":"Time"}),this.slider.addEventListener("input",()=>{t.setPlaying(!1);let s=Number(this.slider.value);t.motion.mode?t.setPhase(2*Math.PI*s):t.setTime(t.start+s*(t.end-t.start))}),this.clock=lt("output",{id:"clock"});let e=[.001,.002,.005,.01,.02,.05,.1,.2,.5,1,2,5,10,20,50,100];e.includes(t.speed)||e.push(t.speed),this.speeds=e.sort((s,r)=>s-r),this.speedMenu=_l("speed","Speed",this.speeds.map(s=>[String(s),`\xD7 ${xe(s)}`]),s=>this.setSpeed(Number(s))),this.loopButton=ei("loop","Repeat (R)",()=>this.setLoop(!t.loop),"loop"),this.footer.append(ei("first","To the start (Home)",()=>t.setTime(t.start)),ei("back","Back (\u2190)",()=>t.step(-1)),this.playButton,ei("next","Forward (\u2192)",()=>t.step(1)),this.slider,this.clock,this.speedMenu,this.loopButton);let n=this.page.rows>t.motion.times.length?`${t.motion.times.length} of ${this.page.rows} rows`:"";n&&this.footer.append(lt("small",{title:"The page holds so many of the positions that the file has"},n))}showTime(){let{viewer:t}=this,{mode:e}=t.motion,n=e?e.phase/(2*Math.PI):(t.time-t.start)/(t.end-t.start||1);this.slider.value=n,this.showValues(),this.clock.textContent=e?`${Math.round(360*n)}\xB0`:t.timeText().replace(/^t = /,"")}setSpeed(t){this.viewer.speed=t,this.showState()}setLoop(t){this.viewer.loop=t,this.showState()}showState(){let{viewer:t}=this;this.playButton.replaceChildren(Fo(t.playing?"pause":"play")),this.loopButton.classList.toggle("on",t.loop),this.speedMenu.querySelector("select").value=String(t.speed),this.colorMenu.querySelector("select").value=t.coloring?.quantity.key??"",this.modeMenu&&(this.modeMenu.querySelector("select").value=String(t.motion.mode?.index??-1)),this.deformation&&this.showDeformation(t.motion.exaggeration),this.checks.labels.box.checked=t.view.labels,this.checks.loads.box.checked=t.arrows.kinds.load,this.checks.reactions.box.checked=t.arrows.kinds.reaction;for(let[e,{row:n,eye:s,part:r}]of this.rows)n.classList.toggle("selected",t.selected===e),n.classList.toggle("off",!r.object.visible),s.replaceChildren(Fo(r.object.visible?"eye":"hidden"));this.showDetails()}showDeformation({factor:t,from:e}){this.deformation.querySelector("input").value=String(Math.log10(Math.max(t,1))),this.deformation.querySelector("output").textContent=`\xD7${xe(t)}`,this.deformedFrom.querySelector("select").value=e}setLabels(t){let{view:e,stage:n}=this.viewer;e.labels=t>0,e.jointLabels=t>1,n.invalidate(),this.showState()}setArrows(t,e){this.viewer.arrows.kinds[t]=e,this.viewer.moved(),this.showState()}setView(t){let e=[O_[t]??t].find(n=>uu.includes(n))??uu[0];this.viewer.stage.look(e),this.viewMenu.querySelector("select").value=e}setTheme(t){this.theme=t,document.documentElement.dataset.theme=t,this.viewer.stage.setTheme(t),this.plots.build()}savePicture(){lt("a",{download:`${this.page.file.replace(/.*\//,"").replace(/\.h5$/,"")}.png`,href:this.viewer.picture()}).click()}makeHelp(){let t=pT.map(([n,s])=>lt("tr",{},lt("th",{},n),lt("td",{},s))),e=lt("button",{class:"small"},"Close");e.addEventListener("click",()=>this.toggleHelp(!1)),this.help=lt("div",{id:"help",role:"dialog","aria-label":"Keys"},lt("div",{},lt("h2",{},"Keys"),lt("table",{},...t),lt("p",{},"Drag turns the scene, the right button moves it, the wheel zooms. A click selects a part."),e)),document.body.append(this.help)}toggleHelp(t){this.help.classList.toggle("open",t)}key(t){if(t.ctrlKey||t.metaKey||t.altKey||t.target.matches("input:not([type=range]):not([type=checkbox]), select, textarea"))return;let{viewer:e}=this,n=o=>this.setSpeed(this.speeds[Math.max(0,Math.min(this.speeds.length-1,this.speeds.indexOf(e.speed)+o))]),s={" ":()=>e.setPlaying(!e.playing),ArrowLeft:()=>e.step(t.shiftKey?-10:-1),ArrowRight:()=>e.step(t.shiftKey?10:1),Home:()=>e.setTime(e.start),End:()=>e.setTime(e.end),"[":()=>n(-1),"]":()=>n(1),r:()=>this.setLoop(!e.loop),g:()=>e.follow(e.following?null:e.selected),l:()=>this.setLabels(e.view.labels?e.view.jointLabels?1:0:2),f:()=>this.setArrows("load",!e.arrows.kinds.load),m:()=>this.setArrows("reaction",!e.arrows.kinds.reaction),c:()=>this.nextColoring(),t:()=>e.selected&&e.setTrail(e.selected,!e.trails.has(e.selected)),h:()=>{e.selected&&(e.setVisible(e.selected,!e.part(e.selected).object.visible),this.showState())},v:()=>this.togglePanel("side"),p:()=>this.togglePanel("plots"),s:()=>this.savePicture(),d:()=>this.setTheme(this.theme==="dark"?"light":"dark"),"?":()=>this.toggleHelp(),Escape:()=>this.toggleHelp(!1)},r=s[t.key]??s[t.key.toLowerCase()]??(/^[1-8]$/.test(t.key)?()=>this.setView(uu[t.key-1]):null);r&&(t.preventDefault(),r())}nextColoring(){let t=["",...this.viewer.availableColorings().map(n=>n.key)],e=t.indexOf(this.viewer.coloring?.quantity.key??"");this.viewer.setColoring(t[(e+1)%t.length])}applyOptions(){let{options:t,viewer:e}=this,n=(r,o)=>t.has(r)&&o(t.get(r));n("view",r=>this.setView(r)),n("color",r=>e.setColoring(r)),n("labels",r=>this.setLabels(Number(r))),n("panel",r=>this.togglePanel("side",r!=="0")),n("reactions",r=>this.setArrows("reaction",r!=="0")),n("loads",r=>this.setArrows("load",r!=="0")),n("deformation",r=>Number(r)>0&&Number.isFinite(Number(r))&&e.setExaggeration(Number(r))),n("from",r=>{let o=O_[r]??r;F_.some(([a])=>a===o)&&e.setExaggeration(e.motion.exaggeration.factor,o)}),n("mode",r=>e.setMode(Number(r)-1)),n("select",r=>e.select(r)),n("t",r=>e.setTime(Number(r)));let s=t.get("plots")?.split(",")??this.page.plots;s.length&&(this.togglePanel("plots",!0),this.plots.set(s)),n("play",r=>e.setPlaying(r!=="0"))}},mT=(i,t)=>{let e=t.kind==="joint"&&i.joints.find(({name:r})=>r===t.name);if(!e)return[];let n=[["type",e.type]];e.terms?n.push([e.laws.length?"sum":"held",kh(e)]):e.track?n.push(["slides on",e.track.join(", ")],["slider",e.sides[1].body]):n.push(["between",e.sides.map(r=>r.body).join(" \u2013 ")]);let s=e.laws??[];for(let r of[...new Set(s.map(o=>o.coordinate))])n.push([r,s.filter(o=>o.coordinate===r).map(o=>o.kind).join(", ")]);return n},_l=(i,t,e,n)=>{let s=lt("select",{id:i,title:t,"aria-label":t},...e.map(([r,o])=>lt("option",{value:r},o)));return s.addEventListener("change",()=>{n(s.value),s.blur()}),lt("label",{class:"select"},s)},sp=(i,t)=>{let e=lt("input",{type:"checkbox"});return e.addEventListener("change",t),{box:e,label:lt("label",{class:"check"},e,i)}},rp=(i,t,e,n,s,r,o,a)=>{let l=lt("input",{type:"range",min:t,max:e,step:n,value:s,id:a}),c=lt("output",{},r(s));return l.addEventListener("input",()=>{c.textContent=r(Number(l.value)),o(Number(l.value))}),lt("label",{class:"slider"},lt("span",{},i),l,c)};var oi=(i,...t)=>lt("tr",{},lt("th",{},i),...t.map((e,n)=>lt("td",{class:n===t.length-1?"number":""},e))),kr=i=>lt("table",{},...i),op=(i,t,e=`${t}s`)=>`${i} ${i===1?t:e}`,k_=[["kinetic","ledger_kinetic","energy of motion at the end"],["potential","ledger_potential","of gravity"],["spring","ledger_spring","in springs"],["strain","ledger_strain","in beams"],["at the start","ledger_start","all of these"],["loads","ledger_load_work","work of loads and actuators"],["drives","ledger_drive_work","work of prescribed motions"],["dissipated","ledger_dissipated","by dampers, friction, stops"],["numerical","ledger_numerical","taken by the time integration"],["constraints","ledger_constraint_work","work of constraint forces: zero but for round-off"],["residual","ledger_residual","what does not close"]],fu=class{constructor(t){this.page=t,document.documentElement.dataset.theme="light",this.root=lt("main",{class:"report"}),document.body.append(this.root),this.addTitle(),this.addScene(),this.addModel(),this.addWarnings(),this.addDoctor(),this.addRun(),this.addEnergy(),this.addSteps(),this.addModes(),this.addPlots(),this.addText()}section(t,e){let n=lt("section",{id:e},lt("h2",{},t));return this.root.append(n),n}addTitle(){let{page:t}=this,e=t.status==="finished";this.root.append(lt("h1",{},t.title||t.file),lt("p",{class:"lead"},`${t.file} \xB7 trammel ${t.version} \xB7 ${op(t.rows,"row")} \xB7 `,lt("span",{class:e?"":"bad"},t.status||"status unknown")))}addScene(){let t=lt("div",{id:"scene"});this.root.append(t);let e=this.viewer=new Yo(t,this.page,{theme:"light"});e.setTime(e.start+.3*(e.end-e.start));let n=lt("input",{type:"range",min:0,max:1,step:"any",id:"time","aria-label":"Time"}),s=ei("play","Play or pause",()=>e.setPlaying(!e.playing),"play"),r=lt("output",{id:"clock"});n.addEventListener("input",()=>{e.setPlaying(!1),e.motion.mode?e.setPhase(2*Math.PI*n.value):e.setTime(e.start+n.value*(e.end-e.start))});let o=()=>{n.value=e.motion.mode?e.motion.mode.phase/2/Math.PI:(e.time-e.start)/(e.end-e.start||1),r.textContent=e.motion.mode?"":e.timeText()};e.on("time",o),e.on("state",()=>s.replaceChildren(Fo(e.playing?"pause":"play"))),o(),this.root.append(lt("div",{class:"controls"},s,n,r))}addModel(){let{geometry:t}=this.page,e=this.section("Model","model"),n=[[t.bodies.length,"rigid body","rigid bodies"],[t.beams.length,"beam"],[t.joints.length,"joint"],[t.springs.length,"spring"],[t.loads.length+(t.beam_loads?.length??0),"load"]];e.append(lt("p",{},`${n.filter(([a])=>a).map(([a,l,c])=>op(a,l,c)).join(", ")}; ${t.planar?"planar":"spatial"}; gravity (${t.gravity.map(xe).join(", ")}) m/s\xB2.`));let s=lt("div",{class:"columns"}),r=[...t.bodies.map(a=>oi(a.name,a.point?"point mass":"rigid body",`${xe(a.mass)} kg`)),...t.beams.map(a=>oi(a.name,`beam, ${op(a.elements,"element")} of order ${a.order}`,`${xe(a.length)} m`))],o=t.joints.map(a=>oi(a.name,a.type,a.terms?kh(a):a.sides.map(l=>l.body).join(" \u2013 ")));s.append(lt("div",{},kr(r.slice(0,60))),lt("div",{},kr(o.slice(0,60)))),e.append(s),(r.length>60||o.length>60)&&e.append(lt("p",{class:"lead"},"The first 60 of each are listed."))}addWarnings(){if(!this.page.warnings)return;let t=lt("ul",{});for(let e of this.page.warnings.trimEnd().split(`
`))t.append(lt("li",{},e));this.section("Warnings","warnings").append(t)}addDoctor(){this.page.doctor&&this.section("Findings of the model doctor","doctor").append(lt("pre",{},this.page.doctor.trimEnd()))}addRun(){let t=this.page.summary;if(t.steps===void 0)return;let e=this.section("Run","run"),n=lt("div",{class:"columns"});n.append(lt("div",{},kr([oi("steps",xe(t.steps)),oi("retried steps",xe(t.retries)),oi("iterations a step",xe(t.steps?t.iterations/t.steps:0)),oi("factorizations",xe(t.factorizations))])),lt("div",{},kr([oi("largest violation of a constraint",`${xe(t.largest_violation)} m or rad`),oi("moved by the assembly",`${xe(t.moved_position)} m, ${xe(t.moved_angle)} rad`),oi("CPU time",`${xe(t.seconds_total)} s`),oi("of it assembly, linear solver, output",`${xe(t.seconds_assembly)}, ${xe(t.seconds_linear)}, ${xe(t.seconds_output)} s`)]))),e.append(n)}addEnergy(){let t=this.page.summary;if(t.ledger_residual===void 0)return;let e=this.section("Energy ledger","energy");e.append(lt("div",{class:"columns"},kr(k_.slice(0,6).map(([s,r,o])=>oi(s,o,`${xe(t[r])} J`))),kr(k_.slice(6).map(([s,r,o])=>oi(s,o,`${xe(t[r])} J`)))));let n=["kinetic","potential","spring","strain","total","load-work","drive-work","dissipated","numerical"].map(s=>`energy.${s}`).filter(s=>this.changes(s));this.charts(e,[["Energies and works",n],["What does not close",["energy.residual"].filter(s=>this.viewer.series.has(s))]])}addSteps(){if(!this.changes("solver.step"))return;let t=this.stepsDiffer()?[["Step size at the rows",["solver.step"]]]:[];this.charts(this.section("Steps","steps"),[...t,["Iterations of the step",["solver.iterations"]]])}stepsDiffer(){let{series:t}=this.viewer,e=Array.from(t.values("solver.step")).slice(1,-1).filter(n=>n>0);return e.length>0&&Math.max(...e)-Math.min(...e)>1e-6*Math.max(...e)}addModes(){let{modes:t}=this.viewer.motion;if(!t)return;this.section("Modes","modes").append(kr([lt("tr",{},...["mode","frequency, Hz","damping ratio"].map(n=>lt("th",{},n))),...t.frequency.map((n,s)=>oi(String(s+1),xe(n),xe(t.damping[s])))]))}addPlots(){let t=this.page.plots.length?this.page.plots:this.usualPlots();if(!t.length||this.viewer.series.time.length<2)return;let e=new Map;for(let n of t){let s=this.page.plots.length?this.viewer.series.unit(n):n.replace(/\.[xyzw]$/,"");e.set(s,[...e.get(s)??[],n])}this.charts(this.section("Results","results"),[...e].map(([n,s])=>[this.page.plots.length?`in ${n}`:n,s]))}usualPlots(){let{geometry:t,channels:e}=this.page,n=new Set([...t.bodies,...t.joints,...t.springs,...t.loads].map(_=>_.name)),s=new Set(["energy","momentum","solver","load","input"]),r=({name:_})=>_.slice(0,_.indexOf(".")),o=e.filter(_=>!n.has(r(_))&&!s.has(r(_))),a=_=>this.page.channelIndex.has(`${_}.drive`),l=(_,p)=>(_.laws??[]).some(g=>g.coordinate===p),c=(_,p)=>a(`${_.name}.${p}`)?0:l(_,p)?1:2,h=t.joints.flatMap(_=>_.coordinates.map(p=>({name:`${_.name}.${p}`,weight:c(_,p)})));h.sort((_,p)=>_.weight-p.weight);let u=h.flatMap(({name:_,weight:p})=>p===0?[{name:_},{name:`${_}.drive`}]:[{name:_}]),d=t.bodies.flatMap(_=>["x","y","z"].map(p=>({name:`${_.name}.position.${p}`}))),f=[],m=new Set;for(let{name:_}of[...o,...u,...d]){if(!this.changes(_))continue;let p=_.replace(/\.[xyzw]$/,"");if(!m.has(p)&&m.size>=12)break;m.add(p),f.push(_)}return f}changes(t){let e=this.page.channels[this.page.channelIndex.get(t)];return!e||e.low===null||this.viewer.series.time.length<2?!1:e.high-e.low>1e-12*Math.max(Math.abs(e.high),Math.abs(e.low))}charts(t,e){let n=lt("div",{class:"charts"});t.append(n);for(let[s,r]of e){if(!r.length)continue;let o=lt("div",{class:"chart"},lt("h3",{},s));n.append(o);let a=qf(o,this.viewer,r,{width:o.clientWidth,height:210,theme:"light",onZoom:l=>{let{time:c}=this.viewer.series;l===null&&a.setScale("x",{min:c[0],max:c[c.length-1]})}});new ResizeObserver(()=>a.setSize({width:o.clientWidth,height:210})).observe(o),this.viewer.on("time",()=>a.redraw(!1,!1))}}addText(){let t=this.section("Model text","text");t.append(lt("details",{},lt("summary",{},"as it was run"),lt("pre",{},this.page.model.trimEnd()))),t.append(lt("details",{},lt("summary",{},"conventions"),lt("pre",{},this.page.conventions)))}};var z_=`:root { --ground: #10151d; --panel: #171e29; --raised: #222c3a; --line: #2c3848; --text: #e6ebf2; --soft: #9fb0c3; --accent: #f5c451; --link: #6cb0ff; color-scheme: dark; }
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
@media (max-width: 700px) { .report .columns, .report .charts { grid-template-columns: 1fr; } header h1 small, footer small { display: none; } }
@media print { body { background: #fff; } .report { max-width: none; padding: 0; } .report .controls { display: none; } .report h2 { break-after: avoid; } }
`;var V_='.uplot, .uplot *, .uplot *::before, .uplot *::after {box-sizing: border-box;}.uplot {font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji";line-height: 1.5;width: min-content;}.u-title {text-align: center;font-size: 18px;font-weight: bold;}.u-wrap {position: relative;user-select: none;}.u-over, .u-under {position: absolute;}.u-under {overflow: hidden;}.uplot canvas {display: block;position: relative;width: 100%;height: 100%;}.u-axis {position: absolute;}.u-legend {font-size: 14px;margin: auto;text-align: center;}.u-inline {display: block;}.u-inline * {display: inline-block;}.u-inline tr {margin-right: 16px;}.u-legend th {font-weight: 600;}.u-legend th > * {vertical-align: middle;display: inline-block;}.u-legend .u-marker {width: 1em;height: 1em;margin-right: 4px;background-clip: padding-box !important;}.u-inline.u-live th::after {content: ":";vertical-align: middle;}.u-inline:not(.u-live) .u-value {display: none;}.u-series > * {padding: 4px;}.u-series th {cursor: pointer;}.u-legend .u-off > * {opacity: 0.3;}.u-select {background: rgba(0,0,0,0.07);position: absolute;pointer-events: none;}.u-cursor-x, .u-cursor-y {position: absolute;left: 0;top: 0;pointer-events: none;will-change: transform;}.u-hz .u-cursor-x, .u-vt .u-cursor-y {height: 100%;border-right: 1px dashed #607D8B;}.u-hz .u-cursor-y, .u-vt .u-cursor-x {width: 100%;border-bottom: 1px dashed #607D8B;}.u-cursor-pt {position: absolute;top: 0;left: 0;border-radius: 50%;border: 0 solid;pointer-events: none;will-change: transform;/*this has to be !important since we set inline "background" shorthand */background-clip: padding-box !important;}.u-axis.u-off, .u-select.u-off, .u-cursor-x.u-off, .u-cursor-y.u-off, .u-cursor-pt.u-off {display: none;}';var H_=(i,t)=>document.body.append(lt("div",{class:"failure"},lt("h1",{},i),lt("p",{},t))),xT=i=>{if(!i.lost)return;let t=`${i.lost} numbers of the positions in this result are not finite, or too large to be drawn: what is shown of them is wrong.`;document.body.append(lt("div",{class:"notice"},t))},yT=async()=>{if(document.head.append(lt("style",{},V_),lt("style",{},z_)),!("DecompressionStream"in window)){H_("This browser is too old for the page","It cannot unpack the numbers (DecompressionStream). Firefox 113, Chrome 80, Safari 16.4 or later can.");return}try{let i=await Og();window.trammel=i.kind==="report"?new fu(i):new du(i),window.trammel.ready=!0,xT(i)}catch(i){H_("The page cannot be shown",`The result holds something that is not as trammel writes it: ${i.message}`)}};yT();})();
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
